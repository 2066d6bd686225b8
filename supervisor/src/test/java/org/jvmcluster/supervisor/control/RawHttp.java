package org.jvmcluster.supervisor.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Bytes to an HTTP server and what comes back, without a client that knows better. */
final class RawHttp implements AutoCloseable {
  private final SocketChannel channel;
  private final InputStream in;

  private RawHttp(SocketChannel channel) {
    this.channel = channel;
    this.in = Channels.newInputStream(channel);
  }

  static RawHttp connect(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    return new RawHttp(channel);
  }

  void send(String text) throws IOException {
    ByteBuffer bytes = UTF_8.encode(text);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Sends one request over HTTP/1.1, after whose answer the server closes the connection. */
  void ask(String method, String target, String... headers) throws IOException {
    send(request(method, target, "localhost", headers));
  }

  /** Everything until the server closes the connection. */
  String readToEnd() throws IOException {
    return new String(in.readAllBytes(), UTF_8);
  }

  /** The JSON object in an answer as it came. */
  static JsonObject body(String answer) {
    return new JsonObject(answer.substring(answer.indexOf("\r\n\r\n")));
  }

  /** What comes up to and including {@code end}. */
  String readUntil(String end) throws IOException {
    StringBuilder text = new StringBuilder();
    while (!text.toString().endsWith(end)) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the connection ended after: " + text);
      }
      text.append((char) next);
    }
    return text.toString();
  }

  /** One request over HTTP/1.1 on a connection of its own; head and body as they came. */
  static String ask(Path socket, String method, String target, String... headers)
      throws IOException {
    try (RawHttp http = connect(socket)) {
      http.ask(method, target, headers);
      return http.readToEnd();
    }
  }

  /** The same over TCP, with a {@code Host} of its own. */
  static String ask(int port, String method, String target, String host) throws IOException {
    try (Socket tcp = new Socket(InetAddress.getLoopbackAddress(), port)) {
      tcp.getOutputStream().write(request(method, target, host).getBytes(UTF_8));
      return new String(tcp.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static String request(String method, String target, String host, String... headers) {
    StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    request.append("Host: ").append(host).append("\r\nConnection: close\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    return request.append("\r\n").toString();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
