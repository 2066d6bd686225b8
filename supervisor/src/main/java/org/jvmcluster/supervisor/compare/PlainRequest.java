package org.jvmcluster.supervisor.compare;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.jvmcluster.supervisor.load.LoadTarget;

/**
 * One GET on a connection of its own, by a thread that blocks. For a few requests whose order
 * matters: this one is known to be sent when {@link #send} returns.
 */
final class PlainRequest implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int LONGEST_STATUS_LINE = 1_000;

  private final Socket socket;

  private PlainRequest(Socket socket) {
    this.socket = requireNonNull(socket, "socket");
  }

  /**
   * Connects and sends.
   *
   * @param timeout of connecting, and of every wait for more of the answer
   */
  static PlainRequest send(LoadTarget target, Duration timeout) throws IOException {
    int millis = Math.toIntExact(timeout.toMillis());
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      socket.connect(new InetSocketAddress(target.host(), target.port()), millis);
      String head =
          "GET "
              + target.path()
              + " HTTP/1.1\r\nHost: "
              + target.hostHeader()
              + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(ISO_8859_1));
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    return new PlainRequest(socket);
  }

  /** Reads the answer to its end, closes the connection and returns the status. */
  int status() throws IOException {
    try (socket;
        InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES)) {
      int status = statusOf(statusLine(in));
      // Only its end matters: the service closes the connection after it.
      in.transferTo(OutputStream.nullOutputStream());
      return status;
    }
  }

  private static String statusLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      line.write(next);
      if (line.size() > LONGEST_STATUS_LINE) {
        throw new IOException("no HTTP answer: its first line has no end");
      }
    }
    return line.toString(ISO_8859_1);
  }

  private static int statusOf(String line) throws IOException {
    if (!line.matches("HTTP/1\\.[01] [1-5]\\d\\d.*\\r?")) {
      throw new IOException("no HTTP answer: '" + line.strip() + "'");
    }
    return Integer.parseInt(line.substring(9, 12));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
