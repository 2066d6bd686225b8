package org.jvmcluster.supervisor.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.channel.unix.Socket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.ChildJvm;

class PortProbeTest {
  /** Of loopback, where no other program takes a port that is free just now. */
  private static final String QUIET = "127.71.3.9";

  @TempDir Path directory;

  private final List<PortHolder> waitedFor = new ArrayList<>();

  private static Deadline patience() {
    return Deadline.after(Duration.ofSeconds(60), NanoClock.SYSTEM);
  }

  private void probe(String host, int port, Deadline patience) throws Exception {
    new PortProbe(ListenAddress.resolve(host, port), directory)
        .awaitFree(patience, waitedFor::addAll);
  }

  private PortInUseException refusal(String host, int port, Deadline patience) {
    return catchThrowableOfType(PortInUseException.class, () -> probe(host, port, patience));
  }

  private static ServerSocketChannel listen(String host, boolean reusePort) throws Exception {
    ServerSocketChannel channel = ServerSocketChannel.open();
    channel.setOption(StandardSocketOptions.SO_REUSEPORT, reusePort);
    return channel.bind(new InetSocketAddress(host, 0));
  }

  private static int port(ServerSocketChannel channel) throws Exception {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  @Test
  void passesAFreePortAndLeavesItFree() throws Exception {
    ServerSocketChannel before = listen(QUIET, false);
    int port = port(before);
    before.close();

    probe(QUIET, port, patience());
    probe(QUIET, port, patience());

    assertThat(waitedFor).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1, false",
    "127.0.0.1, 127.0.0.1, true",
    "0.0.0.0, 127.0.0.1, true",
    "127.0.0.1, 0.0.0.0, true",
    "::, 127.0.0.1, true",
    "127.0.0.1, ::, true",
    "::1, ::, false"
  })
  void findsAStrangerWhoseAddressOverlapsEvenWithReusePort(
      String held, String wanted, boolean reusePort) throws Exception {
    try (ServerSocketChannel stranger = listen(held, reusePort)) {
      PortInUseException refusal = refusal(wanted, port(stranger), patience());

      assertThat(refusal.holders())
          .extracting(holder -> holder.pid().orElseThrow())
          .containsExactly(ProcessHandle.current().pid());
      assertThat(refusal).hasMessageContaining("java");
      assertThat(waitedFor).isEmpty();
    }
  }

  @Test
  void passesAStrangerOnAnotherAddress() throws Exception {
    try (ServerSocketChannel stranger = listen("127.0.0.2", true)) {
      probe(QUIET, port(stranger), patience());
    }
  }

  @Test
  void passesWhatConnectionsOfTheServerBeforeLeft() throws Exception {
    ListenAddress address = new ListenAddress(InetAddress.getLoopbackAddress(), 0);
    SlotSockets before = SlotSockets.open(address, ListenLayout.SHARED, 16, 1);
    int port = before.port().port();
    Socket listening = new Socket(before.ownFirst(new Slot(0)).get(0).descriptor());
    InetSocketAddress target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try (SocketChannel first = SocketChannel.open(target);
        SocketChannel second = SocketChannel.open(target)) {
      Socket established = accept(listening);
      accept(listening).close(); // This side closes first, so it stays in FIN_WAIT or TIME_WAIT.
      before.close();

      probe("127.0.0.1", port, patience());

      assertThat(first.isConnected() && second.isConnected()).isTrue();
      established.close();
    }
  }

  @Test
  void waitsForTheWorkersOfADeadSupervisor() throws Exception {
    try (ChildJvm orphan = orphan(directory)) {
      int port = Integer.parseInt(orphan.line());
      PortProbe probe = new PortProbe(ListenAddress.resolve("127.0.0.1", port), directory);

      probe.awaitFree(
          patience(),
          found -> {
            waitedFor.addAll(found);
            orphan.kill(); // As its own drain limit would.
          });

      assertThat(waitedFor)
          .singleElement()
          .matches(PortHolder::orphan)
          .extracting(holder -> holder.pid().orElseThrow())
          .isEqualTo(orphan.pid());
    }
  }

  @Test
  void waitsNoLongerThanTheirDrainLimit() throws Exception {
    AtomicLong now = new AtomicLong();
    Deadline patience = Deadline.after(Duration.ofSeconds(10), now::get);
    try (ChildJvm orphan = orphan(directory)) {
      int port = Integer.parseInt(orphan.line());
      PortProbe probe = new PortProbe(ListenAddress.resolve("127.0.0.1", port), directory);

      assertThatThrownBy(
              () -> probe.awaitFree(patience, found -> now.set(Duration.ofSeconds(10).toNanos())))
          .isInstanceOf(PortInUseException.class)
          .hasMessageContaining("pid " + orphan.pid());
    }
  }

  @Test
  void doesNotWaitForTheWorkersOfAnotherDirectory() throws Exception {
    try (ChildJvm other = orphan(directory.resolveSibling("other"))) {
      int port = Integer.parseInt(other.line());

      PortInUseException refusal = refusal("127.0.0.1", port, patience());

      assertThat(refusal.holders()).singleElement().matches(holder -> !holder.orphan());
      assertThat(waitedFor).isEmpty();
    }
  }

  private static ChildJvm orphan(Path runtimeDirectory) throws Exception {
    String control =
        "-D" + Protocol.CONTROL_SOCKET_PROPERTY + "=" + runtimeDirectory.resolve("control.sock");
    return new ChildJvm(Map.of(), List.of(control), PortStranger.class, "127.0.0.1", "0");
  }

  private static Socket accept(Socket listening) throws Exception {
    int accepted = listening.accept(new byte[26]); // Room for an address, as Netty writes it.
    assertThat(accepted).isPositive();
    return new Socket(accepted);
  }
}
