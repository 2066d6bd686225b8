package org.jvmcluster.supervisor.compare;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jvmcluster.supervisor.load.LoadTarget;

/** A service with a light path, a heavy one and nothing else; in this JVM, or as a program. */
final class TinyService implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final List<String> asked = new CopyOnWriteArrayList<>();

  TinyService(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** As a program: serves on the port until it is ended. */
  public static void main(String[] args) throws IOException {
    System.out.println("tiny service, variable " + System.getenv("TINY"));
    if (args.length == 0) {
      System.out.println("no port, no service");
      System.exit(3);
    }
    TinyService unusedUntilTheEnd = new TinyService(Integer.parseInt(args[0]));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    asked.add(path);
    boolean known = List.of("/light", "/heavy").contains(path);
    byte[] body = "answer\n".getBytes(StandardCharsets.US_ASCII);
    exchange.sendResponseHeaders(known ? 200 : 404, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
    exchange.close();
  }

  ArmSpec.Running arm(String name) {
    return new ArmSpec.Running(
        name, LoadTarget.of("http://127.0.0.1:" + server.getAddress().getPort()));
  }

  /** Paths in the order in which they were asked for. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
