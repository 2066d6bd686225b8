package org.jvmcluster.supervisor.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;

class SlotSocketsTest {
  private static final int BACKLOG = 64;

  private static ListenAddress loopback(int port) {
    return new ListenAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void makesOneSocketASlotWhichShareThePortTheKernelChose() throws Exception {
    try (SlotSockets sockets = SlotSockets.open(loopback(0), ListenLayout.REUSEPORT, BACKLOG, 3)) {
      int port = sockets.port().port();

      List<SlotSocket> all = sockets.ownFirst(new Slot(0));

      assertThat(all)
          .extracting(SlotSocket::label)
          .containsExactly(label(port, 0), label(port, 1), label(port, 2));
      assertThat(all).extracting(SlotSocket::descriptor).doesNotHaveDuplicates();
      for (SlotSocket socket : all) {
        Socket bound = new Socket(socket.descriptor());
        assertThat(bound.localAddress().getPort()).isEqualTo(port);
        assertThat(bound.isReusePort()).isTrue();
      }
      assertThat(sockets.port().address()).isEqualTo("127.0.0.1");
    }
  }

  @Test
  void namesTheOwnSlotFirstAndTheOthersInOrder() throws Exception {
    try (SlotSockets sockets = SlotSockets.open(loopback(0), ListenLayout.REUSEPORT, BACKLOG, 4)) {
      assertThat(sockets.ownFirst(new Slot(2)))
          .extracting(socket -> socket.label().slot().number())
          .containsExactly(2, 0, 1, 3);
    }
  }

  @Test
  void addsSocketsForMoreSlotsAndClosesNoneForFewer() throws Exception {
    try (SlotSockets sockets = SlotSockets.open(loopback(0), ListenLayout.REUSEPORT, BACKLOG, 2)) {
      List<SlotSocket> before = sockets.ownFirst(new Slot(0));

      List<SlotSocket> added = sockets.ensure(4);
      List<SlotSocket> none = sockets.ensure(1);

      assertThat(added).extracting(socket -> socket.label().slot().number()).containsExactly(2, 3);
      assertThat(none).isEmpty();
      assertThat(sockets.ownFirst(new Slot(0))).containsAll(before).containsAll(added).hasSize(4);
    }
  }

  @Test
  void makesOneSocketForAllSlotsInTheSharedLayout() throws Exception {
    try (SlotSockets sockets = SlotSockets.open(loopback(0), ListenLayout.SHARED, BACKLOG, 3)) {
      int port = sockets.port().port();

      assertThat(sockets.ownFirst(new Slot(2)))
          .extracting(SlotSocket::label)
          .containsExactly(label(port, 0));
      assertThat(sockets.ensure(8)).isEmpty();
      Socket bound = new Socket(sockets.ownFirst(new Slot(0)).get(0).descriptor());
      assertThat(bound.isReusePort()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(ListenLayout.class)
  void queuesConnectionsBeforeAnybodyAccepts(ListenLayout layout) throws Exception {
    List<SocketChannel> clients = new ArrayList<>();
    try (SlotSockets sockets = SlotSockets.open(loopback(0), layout, BACKLOG, 2)) {
      for (int i = 0; i < 10; i++) {
        clients.add(
            SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), sockets.port().port())));
      }

      assertThat(clients).allMatch(SocketChannel::isConnected);
    } finally {
      for (SocketChannel client : clients) {
        client.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "::1", "::"})
  void listensOnEveryKindOfAddress(String host) throws Exception {
    try (SlotSockets sockets =
        SlotSockets.open(ListenAddress.resolve(host, 0), ListenLayout.REUSEPORT, BACKLOG, 2)) {
      String reachable = host.contains(":") ? "::1" : "127.0.0.1";
      try (SocketChannel client =
          SocketChannel.open(new InetSocketAddress(reachable, sockets.port().port()))) {
        assertThat(client.isConnected()).isTrue();
      }
    }
  }

  @Test
  void theWildcardOfIpv6TakesIpv4AsWell() throws Exception {
    try (SlotSockets sockets =
            SlotSockets.open(ListenAddress.resolve("::", 0), ListenLayout.REUSEPORT, BACKLOG, 1);
        SocketChannel client =
            SocketChannel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), sockets.port().port()))) {
      assertThat(client.isConnected()).isTrue();
    }
  }

  @Test
  void refusesAPortThatIsTaken() throws Exception {
    try (ServerSocketChannel stranger = ServerSocketChannel.open()) {
      stranger.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = ((InetSocketAddress) stranger.getLocalAddress()).getPort();

      assertThatThrownBy(() -> SlotSockets.open(loopback(port), ListenLayout.REUSEPORT, BACKLOG, 2))
          .isInstanceOf(PortInUseException.class)
          .hasMessageContaining(":" + port);
    }
  }

  @Test
  void saysWhichAddressIsNotOfThisMachine() throws Exception {
    ListenAddress documentation = ListenAddress.resolve("192.0.2.1", 0); // RFC 5737

    assertThatThrownBy(() -> SlotSockets.open(documentation, ListenLayout.SHARED, BACKLOG, 1))
        .isInstanceOf(ListenException.class)
        .hasMessageContaining("192.0.2.1 is no address of this machine");
  }

  @Test
  void givesEveryDescriptorBackWhenItIsClosed() throws Exception {
    SlotSockets sockets = SlotSockets.open(loopback(0), ListenLayout.REUSEPORT, BACKLOG, 3);
    int port = sockets.port().port();

    sockets.close();
    sockets.close();

    assertThatThrownBy(() -> connect(port)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> sockets.ensure(1)).isInstanceOf(IllegalStateException.class);
  }

  private static void connect(int port) throws IOException {
    SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)).close();
  }

  private static SocketLabel label(int port, int slot) {
    return new SocketLabel(port, new Slot(slot));
  }
}
