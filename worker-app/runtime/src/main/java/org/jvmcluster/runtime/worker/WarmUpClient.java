package org.jvmcluster.runtime.worker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Just enough of an HTTP/1.1 client to warm a server: one GET on a connection of its own, the
 * answer read to its end and thrown away. {@code Connection: close} makes the end of the stream the
 * end of the answer, so no framing needs to be understood, and a fresh connection warms what the
 * first clients after a restart need. Not {@code java.net.http}: its first client takes 270 ms to
 * load and start in a fresh JVM, a socket 9 ms.
 */
final class WarmUpClient implements WarmUpRun.Requester {
  /** Answers longer than this are not read to their end: the handler has run, which is enough. */
  private static final int MAX_ANSWER_BYTES = 8 << 20;

  private static final int BUFFER_BYTES = 16 << 10;

  private final InetSocketAddress server;
  private final NanoClock clock;
  private final byte[] buffer = new byte[BUFFER_BYTES];

  WarmUpClient(InetSocketAddress server, NanoClock clock) {
    this.server = requireNonNull(server, "server");
    this.clock = requireNonNull(clock, "clock");
  }

  @Override
  public void get(String path, Duration limit) throws IOException {
    Deadline deadline = Deadline.after(limit, clock);
    try (Socket socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.connect(server, millisLeft(deadline));
      socket.getOutputStream().write(request(path));
      int status = status(readAnswer(socket, deadline));
      if (status >= 400) {
        throw new IOException("status " + status);
      }
    } catch (SocketTimeoutException e) {
      throw new IOException("no answer within " + limit.toMillis() + " ms", e);
    }
  }

  private byte[] request(String path) {
    return ("GET "
            + path
            + " HTTP/1.1\r\nHost: "
            + server.getAddress().getHostAddress()
            + ":"
            + server.getPort()
            + "\r\nUser-Agent: supervisor-warm-up\r\nAccept: */*\r\nConnection: close\r\n\r\n")
        .getBytes(US_ASCII);
  }

  /** Reads to the end; returns the first piece, which holds the status line. */
  private String readAnswer(Socket socket, Deadline deadline) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    int total = 0;
    while (total < MAX_ANSWER_BYTES) {
      socket.setSoTimeout(millisLeft(deadline));
      int count = in.read(buffer);
      if (count < 0) {
        break;
      }
      total += count;
      if (head.length() < "HTTP/1.1 200".length()) {
        head.append(new String(buffer, 0, count, ISO_8859_1));
      }
    }
    return head.toString();
  }

  private static int status(String head) throws IOException {
    if (head.startsWith("HTTP/1.") && head.length() >= 12) {
      try {
        return Integer.parseInt(head.substring(9, 12));
      } catch (NumberFormatException e) {
        throw new IOException("no HTTP status in '" + head.substring(0, 12) + "'", e);
      }
    }
    throw new IOException(
        head.isEmpty() ? "the connection was closed without an answer" : "no HTTP/1 answer");
  }

  private static int millisLeft(Deadline deadline) throws SocketTimeoutException {
    long millis = deadline.remaining().toMillis();
    if (millis < 1) {
      throw new SocketTimeoutException("the limit has passed");
    }
    return (int) Math.min(millis, Integer.MAX_VALUE);
  }
}
