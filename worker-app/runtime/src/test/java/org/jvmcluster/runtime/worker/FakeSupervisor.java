package org.jvmcluster.runtime.worker;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.FrameDecoder;
import org.jvmcluster.runtime.protocol.Frames;
import org.jvmcluster.runtime.protocol.MessageCodec;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.SupervisedPort;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Welcome;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerMessage;

/** The supervisor's end of a control socket: takes one worker, and says what the test says. */
final class FakeSupervisor implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path socket;
  private final ServerSocketChannel server;
  private final List<WorkerMessage> received = new CopyOnWriteArrayList<>();
  private volatile @Nullable SocketChannel worker;
  private volatile boolean reading = true;
  private volatile @Nullable SupervisorMessage greeting;

  FakeSupervisor(Path socket) throws IOException {
    this.socket = socket;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Daemons.start("test-supervisor", this::serve);
  }

  Path socket() {
    return socket;
  }

  static Welcome welcome(WarmUp warmUp, Duration drainLimit) {
    return new Welcome(
        Protocol.VERSION,
        List.of(new SupervisedPort("127.0.0.1", 3100)),
        warmUp,
        Acceptance.IDLE,
        64,
        drainLimit,
        Duration.ofSeconds(1));
  }

  /** What to answer a hello. */
  void greetWith(SupervisorMessage answer) {
    greeting = answer;
  }

  List<WorkerMessage> received() {
    return received;
  }

  /** Waits for the first message of that type. */
  <T extends WorkerMessage> T await(Class<T> type) {
    Awaitility.await("a " + type.getSimpleName())
        .atMost(PATIENCE)
        .until(() -> received.stream().anyMatch(type::isInstance));
    return received.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  void say(SupervisorMessage message) throws IOException {
    sayBytes(Frames.frame(MessageCodec.encode(message)));
  }

  void sayBytes(ByteBuffer bytes) throws IOException {
    Awaitility.await("a worker").atMost(PATIENCE).until(() -> worker != null);
    while (bytes.hasRemaining()) {
      worker.write(bytes);
    }
  }

  /** Reads nothing from now on, as when the process is stopped. */
  void stopReading() {
    reading = false;
  }

  /** Ends the channel, as the kernel does when the process is gone. */
  void hangUp() throws IOException {
    Awaitility.await("a worker").atMost(PATIENCE).until(() -> worker != null);
    worker.close();
  }

  @Override
  public void close() throws IOException {
    server.close();
    if (worker != null) {
      worker.close();
    }
  }

  private void serve() {
    try {
      SocketChannel channel = server.accept();
      worker = channel;
      FrameDecoder decoder = new FrameDecoder();
      ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
      while (reading && channel.read(buffer.clear()) >= 0) {
        for (byte[] body : decoder.decode(buffer.flip())) {
          WorkerMessage message = MessageCodec.decodeWorkerMessage(body).orElseThrow();
          received.add(message);
          if (message instanceof WorkerMessage.Hello && greeting != null) {
            say(greeting);
          }
        }
      }
    } catch (IOException e) {
      // The test closed the channel, or the worker is gone; both are what the test looks for.
      reading = false;
    }
  }
}
