package org.jvmcluster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FetchRouteTest {
  private static RunningService service;
  private static HttpServer other;
  private static ServerSocket silent;
  private static CompletableFuture<HttpResponse<String>> fromSilent;

  @BeforeAll
  static void start() throws Exception {
    service = RunningService.start(Map.of());
    other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    other.createContext(
        "/moved",
        exchange -> {
          exchange.getResponseHeaders().add("Location", "http://192.0.2.1/");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    other.createContext(
        "/host",
        exchange -> {
          byte[] host = exchange.getRequestHeaders().getFirst("Host").getBytes(UTF_8);
          exchange.sendResponseHeaders(host.length == 15 ? 200 : 500, host.length);
          exchange.getResponseBody().write(host);
          exchange.close();
        });
    other.createContext(
        "/large",
        exchange -> {
          try (exchange) {
            exchange.sendResponseHeaders(200, 2_000_000);
            exchange.getResponseBody().write(new byte[2_000_000]);
          }
        });
    other.start();
    // Accepts by its backlog and never answers; asked now, so that nobody waits for the limit.
    silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    fromSilent = service.getAsync(path("http://127.0.0.1:" + silent.getLocalPort() + "/"));
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
    other.stop(0);
    silent.close();
  }

  @Test
  void tellsStatusAndLengthOfWhatItFetched() throws Exception {
    HttpResponse<String> answer = service.get(path("http://127.0.0.1:" + service.port() + "/fast"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains("/fast: status 200, ")
        .containsPattern("ran on core-pool-\\d+ \\(pool\\)");
  }

  @Test
  void looksUpAName() throws Exception {
    assertThat(
            service
                .get(path("http://localhost:" + other.getAddress().getPort() + "/host?a=b"))
                .body())
        .contains("status 200, 15 bytes");
  }

  @Test
  void followsNoRedirect() throws Exception {
    assertThat(service.get(path(other("/moved"))).body()).contains("/moved: status 302, 0 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://192.0.2.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://0.0.0.0:80/",
        "http://[2001:db8::1]/",
        "http://2130706433/",
        "http://example.org/",
        "http://localhost.example.org/"
      })
  void callsNobodyBeyondLoopback(String url) throws Exception {
    HttpResponse<String> answer = service.get(path(url));

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("not on loopback", "FETCH_ALLOW");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1/",
        "file:///etc/passwd",
        "http://me:secret@127.0.0.1/",
        "127.0.0.1",
        "http:///path",
        "http://127.1/",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1/a b"
      })
  void takesOnlyPlainHttp(String url) throws Exception {
    assertThat(service.get(path(url)).statusCode()).isEqualTo(400);
  }

  @Test
  void saysThatNobodyAnswersThere() throws Exception {
    try (Socket bound = new Socket()) {
      // Bound and not listening: refused, and nobody else can be given the port meanwhile.
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      String url = "http://127.0.0.1:" + bound.getLocalPort() + "/";

      assertThat(service.get(path(url)).statusCode()).isEqualTo(502);
    }
  }

  @Test
  void readsNoMoreThanItsLimit() throws Exception {
    HttpResponse<String> answer = service.get(path(other("/large")));

    assertThat(answer.statusCode()).isEqualTo(502);
    assertThat(answer.body()).contains("more than 1048576 bytes");
  }

  @Test
  void waitsNoLongerThanItsLimit() throws Exception {
    HttpResponse<String> answer = fromSilent.get(30, TimeUnit.SECONDS);

    assertThat(answer.statusCode()).isEqualTo(502);
    assertThat(answer.body()).contains("did not answer in 5000 ms");
  }

  @Test
  void callsWhomTheListAllows() throws Exception {
    try (RunningService allowing = RunningService.start(Map.of("FETCH_ALLOW", "0.0.0.0"))) {
      // An address of this machine that is not loopback by name.
      assertThat(allowing.get(path("http://0.0.0.0:" + service.port() + "/fast")).statusCode())
          .isEqualTo(200);
    }
  }

  private static String other(String path) {
    return "http://127.0.0.1:" + other.getAddress().getPort() + path;
  }

  private static String path(String url) {
    return "/fetch?url=" + RunningService.escape(url);
  }
}
