package org.jvmcluster.supervisor.control;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One request to the admin API and its answer, on a connection of its own.
 *
 * <p>HTTP/1.0 on purpose: the answer ends with the connection, so that a line can be handed on the
 * moment it comes and there are no chunks to take apart.
 */
final class AdminExchange implements Closeable {
  private final BufferedReader reader;
  private final int status;

  private AdminExchange(BufferedReader reader, int status) {
    this.reader = reader;
    this.status = status;
  }

  /**
   * Sends a request and reads the head of the answer.
   *
   * @throws AdminException when the answer is not HTTP
   * @throws IOException when nobody listens there or no answer comes
   */
  static AdminExchange open(Path socket, String method, String target, Duration silenceLimit)
      throws IOException {
    String request =
        method
            + " "
            + target
            + " HTTP/1.0\r\nHost: localhost\r\nAccept: "
            + LineStream.MEDIA_TYPE
            + ", application/json\r\nContent-Length: 0\r\n\r\n";
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                UnixSocketStream.open(socket, request.getBytes(US_ASCII), silenceLimit), UTF_8));
    try {
      return new AdminExchange(reader, readHead(socket, reader));
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private static int readHead(Path socket, BufferedReader reader) throws IOException {
    String statusLine = reader.readLine();
    if (statusLine == null || !statusLine.matches("HTTP/1\\.[01] \\d{3}( .*)?")) {
      throw new AdminException(
          "what listens at "
              + socket
              + " is no supervisor: it answered '"
              + (statusLine == null ? "" : statusLine)
              + "'");
    }
    String header = reader.readLine();
    while (header != null && !header.isEmpty()) {
      header = reader.readLine();
    }
    return Integer.parseInt(statusLine.substring(9, 12));
  }

  /** The HTTP status. */
  int status() {
    return status;
  }

  /** The next line of the body as soon as it is there; null at its end. */
  @Nullable String nextLine() throws IOException {
    return reader.readLine();
  }

  /** The rest of the body. */
  String body() throws IOException {
    StringBuilder body = new StringBuilder();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      body.append(line).append('\n');
    }
    return body.toString();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
