package org.jvmcluster.runtime.inject;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection of an HTTP/1.1 client that hides nothing: no retries, no pool. */
final class RawClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;

  /** A whole request; takes the path. */
  static final String GET = "GET %s HTTP/1.1\r\nHost: x\r\n\r\n";

  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    this(InetAddress.getLoopbackAddress(), port);
  }

  private RawClient(InetAddress address, int port) throws IOException {
    socket = new Socket(address, port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** What came back. */
  record Answer(int status, boolean closes, String body) {}

  /** One request on a connection of its own. */
  static Answer fresh(int port, String path) throws IOException {
    return fresh(InetAddress.getLoopbackAddress(), port, path);
  }

  static Answer fresh(InetAddress address, int port, String path) throws IOException {
    try (RawClient client = new RawClient(address, port)) {
      client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      return client.read();
    }
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  void request(String path) throws IOException {
    send(GET.formatted(path));
  }

  Answer get(String path) throws IOException {
    request(path);
    return read();
  }

  Answer read() throws IOException {
    String status = line();
    boolean closes = false;
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring(15).trim());
      } else if (lower.startsWith("connection:")) {
        closes = lower.contains("close");
      }
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("answer cut after " + body.length + " of " + length + " bytes");
    }
    return new Answer(
        Integer.parseInt(status.split(" ")[1]),
        closes,
        new String(body, StandardCharsets.US_ASCII));
  }

  /** Whether the server has closed its end, with nothing sent before. */
  boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("closed before a whole line came");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
