package org.jvmcluster.workload;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The service on a port of its own, with a client. */
final class RunningService implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);
  static final long PID = ProcessHandle.current().pid();

  private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  private final Vertx vertx;
  private final int port;

  private RunningService(Vertx vertx, int port) {
    this.vertx = vertx;
    this.port = port;
  }

  static RunningService start(Map<String, String> environment, String... arguments)
      throws Exception {
    Map<String, String> complete = new HashMap<>(environment);
    complete.put("PORT", "0");
    Settings settings = Settings.from(List.of(arguments), complete);
    // One each, as in life: services of one Vert.x on port -1 share it.
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(settings.eventLoops()));
    try {
      return new RunningService(
          vertx,
          Service.start(vertx, settings, Optional::empty)
              .toCompletionStage()
              .toCompletableFuture()
              .get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    } catch (Exception e) {
      vertx.close();
      throw e;
    }
  }

  int port() {
    return port;
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  CompletableFuture<HttpResponse<String>> getAsync(String path) {
    return CLIENT.sendAsync(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<String> post(String path, HttpRequest.BodyPublisher body)
      throws IOException, InterruptedException {
    return send(request(path).POST(body));
  }

  HttpResponse<String> post(String path, String type, HttpRequest.BodyPublisher body)
      throws IOException, InterruptedException {
    return send(request(path).header("Content-Type", type).POST(body));
  }

  /** A connection that a test writes to byte by byte, or leaves in the middle. */
  Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  static String escape(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    vertx
        .close()
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .version(HttpClient.Version.HTTP_1_1)
        .timeout(PATIENCE);
  }
}
