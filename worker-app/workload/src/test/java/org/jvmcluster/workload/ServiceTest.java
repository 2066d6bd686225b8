package org.jvmcluster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long PID = ProcessHandle.current().pid();

  private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /** One service each, as in life: services of one Vert.x on port -1 share it. */
  private static final Vertx VERTX = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));

  private static final Vertx FAULTY = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private static final AtomicReference<String> FAULTY_NOT_READY = new AtomicReference<>();
  private static int port;
  private static int faultyPort;

  @BeforeAll
  static void start() throws Exception {
    port = listen(VERTX, Optional::empty, "--event-loops", "2");
    faultyPort = listen(FAULTY, () -> Optional.ofNullable(FAULTY_NOT_READY.get()), "--faults");
  }

  @AfterAll
  static void stop() throws Exception {
    Future.join(VERTX.close(), FAULTY.close())
        .toCompletionStage()
        .toCompletableFuture()
        .get(30, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @CsvSource({
    "/fast, fast",
    "/cpu?ms=3, in 3 ms by the cpu clock",
    "/cpu?ms=3&clock=wall, in 3 ms by the wall clock",
    "/cpu?ms=0, in 0 ms",
    "/block?ms=3, held a thread for 3 ms",
    "/wait?ms=3, waited 3 ms",
    "/wait?ms=0, waited 0 ms",
    "/, /cpu?ms=100[&clock=cpu|wall]"
  })
  void answersInTextThatEndsWithItsPid(String path, String text) throws Exception {
    HttpResponse<String> answer = get(port, path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains(text).endsWith("\npid " + PID);
    assertThat(answer.headers().firstValue("X-Worker")).contains("-/-/" + PID);
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/cpu?ms=abc",
        "/cpu?ms=-1",
        "/cpu?ms=60001",
        "/cpu?ms=",
        "/cpu?ms=1&ms=2",
        "/block?ms=1e3",
        "/wait?ms=99999999999"
      })
  void saysWhatIsWrongWithAParameterWhereAndHowToMendIt(String path) throws Exception {
    HttpResponse<String> answer = get(port, path);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body())
        .contains("400 " + path.substring(0, path.indexOf('?')) + ": ms=", "give ")
        .endsWith("\npid " + PID);
    assertThat(answer.headers().firstValue("X-Worker")).isPresent();
  }

  @Test
  void namesTheClocksItKnows() throws Exception {
    assertThat(get(port, "/cpu?ms=0&clock=sundial").body()).contains("clock=cpu or clock=wall");
  }

  @Test
  void listsItsRoutesWhenThereIsNone() throws Exception {
    HttpResponse<String> answer = get(port, "/nowhere");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.body())
        .contains("404 there is no /nowhere", "/fast", "/health/ready")
        .endsWith("\npid " + PID);
    assertThat(answer.headers().firstValue("X-Worker")).contains("-/-/" + PID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"live", "ready", "started"})
  void saysThatItIsUp(String check) throws Exception {
    HttpResponse<String> answer = get(port, "/health/" + check);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(new JsonObject(answer.body()))
        .isEqualTo(
            new JsonObject(
                "{\"status\":\"UP\",\"checks\":[{\"name\":\"" + check + "\",\"status\":\"UP\"}]}"));
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(answer.headers().firstValue("X-Worker")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"draining", "overloaded"})
  void isNotReadyWhileItDrainsOrIsOverloadedButLives(String reason) throws Exception {
    FAULTY_NOT_READY.set(reason);
    try {
      HttpResponse<String> ready = get(faultyPort, "/health/ready");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(new JsonObject(ready.body()))
          .isEqualTo(
              new JsonObject(
                  "{\"status\":\"DOWN\",\"checks\":[{\"name\":\"ready\",\"status\":\"DOWN\","
                      + "\"data\":{\"reason\":\""
                      + reason
                      + "\"}}]}"));
      assertThat(get(faultyPort, "/health/live").statusCode()).isEqualTo(200);
      assertThat(get(faultyPort, "/health/started").statusCode()).isEqualTo(200);
    } finally {
      FAULTY_NOT_READY.set(null);
    }
  }

  @Test
  void answersRequestsInTheOrderOfTheirWaitsNotOfTheirArrival() throws Exception {
    CompletableFuture<HttpResponse<String>> slow = getAsync("/wait?ms=3000");
    CompletableFuture<HttpResponse<String>> fast = getAsync("/wait?ms=1");

    assertThat(fast.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(slow).isNotDone();
    assertThat(slow.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
  }

  @Test
  void hasNoFaultRoutesUnlessFaultsAreOn() throws Exception {
    assertThat(get(port, "/hang").statusCode()).isEqualTo(404);
    assertThat(get(port, "/exit").statusCode()).isEqualTo(404);
    assertThat(get(port, "/leak").statusCode()).isEqualTo(404);
    assertThat(get(port, "/garbage?mbPerSecond=1").statusCode()).isEqualTo(404);
    assertThat(get(port, "/").body()).doesNotContain("/hang", "/leak");
    assertThat(get(faultyPort, "/").body())
        .contains("/hang[?style=wait|spin]", "/exit?code=1", "/leak?mb=50", "/garbage?mbPerSecond");
    assertThat(get(faultyPort, "/exit?code=256").statusCode()).isEqualTo(400);
    assertThat(get(faultyPort, "/hang?style=dance").statusCode()).isEqualTo(400);
  }

  @Test
  void hasEveryRouteWithItsParametersInItsDocument() throws Exception {
    String document = Files.readString(Path.of("../../docs/service.md")).replace("\\|", "|");
    List<String> usages =
        get(faultyPort, "/")
            .body()
            .lines()
            .filter(line -> line.startsWith("/"))
            .map(line -> line.contains(": /") ? line.substring(line.lastIndexOf(": /") + 2) : line)
            .map(line -> line.split(" ", 2)[0])
            .toList();

    assertThat(usages).hasSizeGreaterThan(20);
    // What the two routes of a password share is written once.
    assertThat(usages)
        .allSatisfy(
            usage ->
                assertThat(document)
                    .contains("`" + usage.replace("/login[?iterations=300000]", "/login") + "`"));
  }

  @Test
  void keepsWhatItLeaks() throws Exception {
    assertThat(get(faultyPort, "/leak?mb=2").body()).contains("leaked 2 MB, 2 MB in all");
    assertThat(get(faultyPort, "/leak?mb=1").body()).contains("leaked 1 MB, 3 MB in all");
    assertThat(get(faultyPort, "/leak?mb=0").statusCode()).isEqualTo(400);
  }

  @Test
  void makesGarbageInTheBackgroundOneOrderAtATime() throws Exception {
    long before = allocatedBytes();
    assertThat(get(faultyPort, "/garbage?mbPerSecond=100&seconds=5").body())
        .contains("makes 100 MB of garbage a second for 5 s");

    assertThat(get(faultyPort, "/garbage?mbPerSecond=1").statusCode()).isEqualTo(409);
    assertThat(get(faultyPort, "/garbage").body()).contains("mbPerSecond is missing");
    await().atMost(PATIENCE).until(() -> allocatedBytes() - before > 20_000_000);
  }

  @Test
  void answersOnlyGetAndReadsNoBody() throws Exception {
    HttpResponse<String> post =
        send(request(port, "/fast").POST(HttpRequest.BodyPublishers.noBody()).build());
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("allow")).contains("GET");
    assertThat(post.body()).endsWith("\npid " + PID);

    HttpResponse<String> body =
        send(request(port, "/fast").POST(HttpRequest.BodyPublishers.ofString("x")).build());
    assertThat(body.statusCode()).isEqualTo(413);
  }

  @Test
  void saysWhichMethodsThereAreWhenAnotherOneBringsABody() throws Exception {
    HttpResponse<String> put =
        send(
            request(port, "/match?pattern=x")
                .PUT(HttpRequest.BodyPublishers.ofString("x"))
                .build());

    assertThat(put.statusCode()).isEqualTo(405);
    assertThat(put.headers().firstValue("allow")).contains("GET, POST");
    assertThat(put.body()).endsWith("\npid " + PID);
  }

  @Test
  void saysWhoItIsToARequestThatNamesNoHost() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket
          .getOutputStream()
          .write("GET /fast HTTP/1.1\r\nConnection: close\r\n\r\n".getBytes(UTF_8));

      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.1 400")
          .containsIgnoringCase("x-worker: -/-/" + PID)
          .contains("does it name its host?");
    }
  }

  @Test
  void saysWhoItIsEvenToWhatIsNoHttp() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.getOutputStream().write("NONSENSE\r\n\r\n".getBytes(UTF_8));

      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .startsWith("HTTP/1.")
          .containsIgnoringCase("x-worker: -/-/" + PID);
    }
  }

  /** By the thread that makes the garbage; 0 when there is none. */
  private static long allocatedBytes() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("garbage"))
        .mapToLong(
            thread ->
                ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                    .getThreadAllocatedBytes(thread.getId()))
        .sum();
  }

  private static int listen(Vertx vertx, Supplier<Optional<String>> notReady, String... arguments)
      throws Exception {
    return Service.start(vertx, Settings.from(List.of(arguments), Map.of("PORT", "0")), notReady)
        .toCompletionStage()
        .toCompletableFuture()
        .get(30, TimeUnit.SECONDS);
  }

  private static HttpResponse<String> get(int port, String path)
      throws IOException, InterruptedException {
    return send(request(port, path).build());
  }

  private static CompletableFuture<HttpResponse<String>> getAsync(String path) {
    return CLIENT.sendAsync(request(port, path).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .version(HttpClient.Version.HTTP_1_1)
        .timeout(PATIENCE);
  }
}
