package org.jvmcluster.supervisor.listener;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.FileDescriptor;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.directory.DirectoryLocations;

class DescriptorServerTest {
  private static final long OWN_PID = ProcessHandle.current().pid();
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;

  private SlotSockets sockets;
  private DescriptorServer server;

  @BeforeEach
  void listen() throws Exception {
    sockets =
        SlotSockets.open(
            new ListenAddress(InetAddress.getLoopbackAddress(), 0), ListenLayout.REUSEPORT, 16, 3);
    server = DescriptorServer.open(socket(), DirectoryLocations.ownUid(), LONG);
  }

  @AfterEach
  void close() {
    server.close();
    sockets.close();
  }

  private static ConditionFactory soon() {
    return await().atMost(LONG).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
  }

  private Path socket() {
    return folder.resolve("descriptors.sock");
  }

  private List<Integer> descriptors(int ownSlot) {
    return sockets.ownFirst(new Slot(ownSlot)).stream().map(SlotSocket::descriptor).toList();
  }

  @Test
  void sendsDescriptorsInTheirOrder() throws Exception {
    try (Worker worker = new Worker(socket())) {
      worker.greet(7);

      CompletableFuture<Void> sent =
          server.send(new LaunchId(7), OWN_PID, descriptors(1)).toCompletableFuture();

      List<Integer> received = worker.receive(3);
      sent.get(60, TimeUnit.SECONDS);
      assertThat(received)
          .extracting(DescriptorServerTest::inode)
          .containsExactlyElementsOf(
              descriptors(1).stream().map(DescriptorServerTest::inode).toList());
      closeAll(received);
    }
  }

  @Test
  void waitsForAWorkerThatHasNotConnectedYet() throws Exception {
    CompletableFuture<Void> first =
        server.send(new LaunchId(1), OWN_PID, descriptors(0)).toCompletableFuture();
    CompletableFuture<Void> second =
        server.send(new LaunchId(1), OWN_PID, descriptors(2)).toCompletableFuture();
    assertThat(first).isNotDone();

    try (Worker worker = new Worker(socket())) {
      worker.greet(1);

      List<Integer> received = worker.receive(6);
      CompletableFuture.allOf(first, second).get(60, TimeUnit.SECONDS);
      List<Integer> expected = new ArrayList<>(descriptors(0));
      expected.addAll(descriptors(2));
      assertThat(received.stream().map(DescriptorServerTest::inode))
          .containsExactlyElementsOf(expected.stream().map(DescriptorServerTest::inode).toList());
      closeAll(received);
    }
  }

  @Test
  void givesUpOnAWorkerThatDoesNotConnectInTime() throws Exception {
    Path other = folder.resolve("impatient.sock");
    try (DescriptorServer impatient =
        DescriptorServer.open(other, DirectoryLocations.ownUid(), Duration.ofMillis(20))) {
      CompletableFuture<Void> sent =
          impatient.send(new LaunchId(1), OWN_PID, descriptors(0)).toCompletableFuture();

      assertThatThrownBy(() -> sent.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(DescriptorException.class)
          .hasMessageContaining("launch 1, pid " + OWN_PID);
    }
  }

  @Test
  void givesNothingToAnotherProcessThatUsesTheSameLaunchNumber() throws Exception {
    try (Worker imposter = new Worker(socket())) {
      imposter.greet(1);
      soon().until(() -> server.connections() == 1);

      CompletableFuture<Void> sent =
          server.send(new LaunchId(1), OWN_PID + 1, descriptors(0)).toCompletableFuture();
      server.forget(new LaunchId(1));

      assertThatThrownBy(() -> sent.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class);
      assertThat(imposter.receiveUntilClosed()).isEmpty();
    }
  }

  @Test
  void closesTheConnectionOfAWorkerThatIsForgotten() throws Exception {
    try (Worker worker = new Worker(socket())) {
      worker.greet(1);
      soon().until(() -> server.connections() == 1);

      server.forget(new LaunchId(1));
      server.forget(new LaunchId(2));

      assertThat(worker.receiveUntilClosed()).isEmpty();
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void takesOneConnectionOfAWorker() throws Exception {
    try (Worker first = new Worker(socket());
        Worker second = new Worker(socket())) {
      first.greet(1);
      soon().until(() -> server.connections() == 1);

      second.greet(1);

      assertThat(second.receiveUntilClosed()).isEmpty();
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void closesAConnectionThatSaysSomethingElse() throws Exception {
    for (byte[] bytes :
        List.of(new byte[8], new byte[9], "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8))) {
      try (Worker stranger = new Worker(socket())) {
        stranger.write(bytes);

        assertThat(stranger.receiveUntilClosed()).isEmpty();
      }
    }
    assertThat(server.connections()).isZero();
  }

  @Test
  void takesAGreetingThatArrivesInPieces() throws Exception {
    try (Worker worker = new Worker(socket())) {
      worker.write(new byte[] {0, 0, 0});
      worker.write(new byte[] {0, 0, 0, 1, 2});

      soon().until(() -> server.connections() == 1);
      CompletableFuture<Void> sent =
          server.send(new LaunchId(258), OWN_PID, descriptors(0)).toCompletableFuture();

      closeAll(worker.receive(3));
      sent.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void keepsNoDescriptorOfManyWorkers() throws Exception {
    serveAndForget(1);
    long before = openDescriptors();

    for (int launch = 2; launch < 100; launch++) {
      serveAndForget(launch);
    }

    // Each that it kept would show 98 times; the JVM itself opens a file now and then.
    assertThat(openDescriptors()).isLessThan(before + 50);
    assertThat(server.connections()).isZero();
  }

  @Test
  void removesItsSocketAndFailsWhatWaitsWhenItIsClosed() throws Exception {
    CompletableFuture<Void> waiting =
        server.send(new LaunchId(1), OWN_PID, descriptors(0)).toCompletableFuture();

    server.close();

    assertThat(socket()).doesNotExist();
    assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class);
    assertThatThrownBy(
            () ->
                server
                    .send(new LaunchId(1), OWN_PID, List.of())
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class);
    server.forget(new LaunchId(1));
  }

  @Test
  void doesNotReplaceASocketThatExists() {
    assertThatThrownBy(() -> DescriptorServer.open(socket(), DirectoryLocations.ownUid(), LONG))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(socket().toString());
  }

  private void serveAndForget(int launch) throws Exception {
    try (Worker worker = new Worker(socket())) {
      worker.greet(launch);
      CompletableFuture<Void> sent =
          server.send(new LaunchId(launch), OWN_PID, descriptors(0)).toCompletableFuture();
      closeAll(worker.receive(3));
      sent.get(60, TimeUnit.SECONDS);
    }
    // Half of them end before they are forgotten, half are forgotten first.
    if (launch % 2 == 0) {
      soon().until(() -> server.connections() == 0);
    }
    server.forget(new LaunchId(launch));
    soon().until(() -> server.connections() == 0);
  }

  private static long openDescriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  /** Two descriptors of one socket have the same inode. */
  private static String inode(int descriptor) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void closeAll(List<Integer> descriptors) throws IOException {
    for (int descriptor : descriptors) {
      new FileDescriptor(descriptor).close();
    }
  }

  /** The worker's end, as plain system calls. */
  private static final class Worker implements AutoCloseable {
    private final Socket socket = LinuxSocket.newSocketDomain();

    Worker(Path path) throws IOException {
      socket.connect(new DomainSocketAddress(path.toFile()));
    }

    void greet(long launch) throws IOException {
      write(ByteBuffer.allocate(Long.BYTES).putLong(launch).array());
    }

    void write(byte[] bytes) throws IOException {
      ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
      assertThat(socket.write(direct, 0, bytes.length)).isEqualTo(bytes.length);
    }

    List<Integer> receive(int count) {
      List<Integer> received = new ArrayList<>();
      soon().until(() -> take(received) >= count);
      return received;
    }

    List<Integer> receiveUntilClosed() {
      List<Integer> received = new ArrayList<>();
      soon().until(() -> take(received) < 0);
      return received;
    }

    /** How many there are now; -1 at the end of the connection. */
    private int take(List<Integer> received) throws IOException {
      int descriptor = socket.recvFd(); // 0: nothing there yet
      if (descriptor > 0) {
        received.add(descriptor);
      }
      return descriptor < 0 ? -1 : received.size();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
