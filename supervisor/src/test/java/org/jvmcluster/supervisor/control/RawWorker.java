package org.jvmcluster.supervisor.control;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.runtime.protocol.FrameDecoder;
import org.jvmcluster.runtime.protocol.Frames;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.MessageCodec;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.Versions;
import org.jvmcluster.runtime.protocol.WorkerIdentity;
import org.jvmcluster.runtime.protocol.WorkerMessage;

/** The worker's end of a control channel, blocking, on a plain socket of the JDK. */
final class RawWorker implements AutoCloseable {
  private final SocketChannel channel;
  private final FrameDecoder frames = new FrameDecoder();

  RawWorker(Path socket) throws IOException {
    channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
  }

  static WorkerMessage.Hello hello(long launch) {
    return hello(launch, Protocol.VERSION);
  }

  static WorkerMessage.Hello hello(long launch, int protocol) {
    return new WorkerMessage.Hello(
        protocol,
        new LaunchId(launch),
        new WorkerIdentity(new Slot(0), Generation.FIRST, 4711),
        new Versions("17", "5.0.7", "4.2.18.Final", "epoll"),
        List.of());
  }

  void send(WorkerMessage message) throws IOException {
    sendBytes(Frames.frame(MessageCodec.encode(message)));
  }

  void sendBytes(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** The next message; empty when the supervisor has closed the channel. */
  Optional<SupervisorMessage> receive() throws IOException {
    while (true) {
      byte[] bytes = Channels.newInputStream(channel).readNBytes(1);
      if (bytes.length == 0) {
        return Optional.empty();
      }
      // Byte by byte, so that nothing of the next frame is taken.
      for (byte[] body : frames.decode(ByteBuffer.wrap(bytes))) {
        return MessageCodec.decodeSupervisorMessage(body);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
