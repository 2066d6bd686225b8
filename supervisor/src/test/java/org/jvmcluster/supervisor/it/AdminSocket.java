package org.jvmcluster.supervisor.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jvmcluster.supervisor.metrics.Exposition;

/** The admin API as {@code curl --unix-socket} sees it. */
final class AdminSocket {
  private AdminSocket() {}

  /** The body of an answer with status 200. */
  static String get(Path directory, String target) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(directory.resolve("admin.sock")));
      ByteBuffer request =
          ByteBuffer.wrap(
              ("GET " + target + " HTTP/1.0\r\nHost: localhost\r\n\r\n").getBytes(US_ASCII));
      while (request.hasRemaining()) {
        channel.write(request);
      }
      String answer = new String(Channels.newInputStream(channel).readAllBytes(), UTF_8);
      assertThat(answer).startsWith("HTTP/1.0 200 ");
      return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }
  }

  static Exposition metrics(SupervisorProcess supervisor) throws IOException {
    return new Exposition(get(supervisor.directory(), "/metrics"));
  }
}
