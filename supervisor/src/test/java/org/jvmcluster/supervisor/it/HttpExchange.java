package org.jvmcluster.supervisor.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One connection that speaks HTTP/1.1 and hides nothing: no retry, no pool, no second connection. A
 * library's client would repeat a request whose connection was closed under it, and the test would
 * not see the loss.
 */
final class HttpExchange implements AutoCloseable {
  private final Socket socket = new Socket();
  private final InputStream in;

  /**
   * An answer.
   *
   * @param worker the {@code X-Worker} it bears: slot/generation/pid
   * @param closes whether it announces the end of the connection
   * @param retryAfter the header of that name; empty without it
   * @param text the body
   */
  record Answer(int status, String worker, boolean closes, String retryAfter, String text) {
    int slot() {
      return Integer.parseInt(worker.split("/", -1)[0]);
    }

    int generation() {
      return Integer.parseInt(worker.split("/", -1)[1]);
    }

    long pid() {
      return Long.parseLong(worker.split("/", -1)[2]);
    }
  }

  HttpExchange(int port, Duration limit) throws IOException {
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(Math.toIntExact(limit.toMillis()));
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
          Math.toIntExact(limit.toMillis()));
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** One fresh connection for one request. */
  static Answer get(int port, String path) throws IOException {
    try (HttpExchange exchange = new HttpExchange(port, Patience.LIMIT)) {
      return exchange.ask("GET", path);
    }
  }

  /**
   * Asks and reads the whole answer.
   *
   * @throws EOFException if it ends too early
   */
  Answer ask(String method, String path) throws IOException {
    send(method, path);
    return answer();
  }

  /** Sends a request without waiting for its answer. */
  void send(String method, String path) throws IOException {
    String request = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(ISO_8859_1));
  }

  /** Reads one whole answer. */
  Answer answer() throws IOException {
    String first = line();
    String[] words = first.split(" ", -1);
    if (words.length < 2 || !words[0].startsWith("HTTP/1.")) {
      throw new IOException("no answer of HTTP: " + first);
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "-1"));
    if (length < 0) {
      throw new IOException("an answer without length: " + first + " " + headers);
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("a short body");
    }
    return new Answer(
        Integer.parseInt(words[1]),
        headers.getOrDefault("x-worker", "-1/-1/-1"),
        "close".equalsIgnoreCase(headers.get("connection")),
        headers.getOrDefault("retry-after", ""),
        new String(body, UTF_8));
  }

  /** Whether anything of an answer is there to be read; does not wait for it. */
  boolean hasBeenAnswered() throws IOException {
    return in.available() > 0;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException(line.isEmpty() ? "closed before an answer" : "a short answer");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
