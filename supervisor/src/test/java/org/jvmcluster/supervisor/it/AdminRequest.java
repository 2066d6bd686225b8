package org.jvmcluster.supervisor.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Any GET of the admin API, as a probe or a scraper sends it. */
final class AdminRequest {
  private AdminRequest() {}

  /** The status of the answer, such as 503. */
  static int status(Path socket, String target) throws IOException {
    return Integer.parseInt(get(socket, target).substring(9, 12));
  }

  private static String get(Path socket, String target) throws IOException {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      String request = "GET " + target + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
      ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      ByteBuffer buffer = ByteBuffer.allocate(8192);
      while (channel.read(buffer.clear()) >= 0) {
        answer.write(buffer.array(), 0, buffer.position());
      }
      return answer.toString(UTF_8);
    }
  }
}
