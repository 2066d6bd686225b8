package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as anybody starts it: {@code java -jar}, without a supervisor. */
class ApplicationJarIT {
  private static final String JAR =
      requireNonNull(System.getProperty("application.jar"), "application.jar");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern URL = Pattern.compile("listens on (http://\\S+)");

  @TempDir Path directory;
  private Path output;
  private Process service;

  @BeforeEach
  void prepare() {
    output = directory.resolve("service.out");
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (service != null) {
      service.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void runsAlone() throws Exception {
    start(Map.of("PORT", "0"), "--event-loops", "2");

    HttpResponse<String> answer = get("/fast");

    assertThat(answer.body()).isEqualTo("fast\npid " + service.pid());
    assertThat(answer.headers().firstValue("X-Worker")).contains("-/-/" + service.pid());
    service.destroy();
    assertThat(exitCode()).isEqualTo(143);
  }

  @Test
  void exitsWithTheCodeItIsAskedFor() throws Exception {
    start(Map.of("PORT", "0"), "--faults");

    // It exits before it could answer.
    assertThatThrownBy(() -> get("/exit?code=3")).isInstanceOf(IOException.class);

    assertThat(exitCode()).isEqualTo(3);
  }

  @Test
  void crashesBeforeItListensWhileTheCrashFileIsThere() throws Exception {
    Path crash = Files.createFile(directory.resolve("crash"));

    start(Map.of("PORT", "0", "WORKER_CRASH_FILE", crash.toString()), "--faults");

    assertThat(exitCode()).isEqualTo(1);
    assertThat(Files.readString(output)).doesNotContain("listens on");
    assertThat(Files.readString(directory.resolve("crash.log")))
        .contains("worker -/-/" + service.pid());
  }

  @Test
  void saysThatItsPortIsTakenAndWhatToDo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      start(Map.of("PORT", Integer.toString(taken.getLocalPort())));

      assertThat(exitCode()).isEqualTo(1);
      assertThat(Files.readString(output))
          .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort(), "HOST and PORT");
    }
  }

  @Test
  void explainsItselfWhenItsArgumentsAreWrong() throws Exception {
    start(Map.of(), "--loops", "2");

    assertThat(exitCode()).isEqualTo(2);
    assertThat(Files.readString(output)).contains("unknown argument '--loops'", "usage: ");
  }

  @Test
  void carriesOfTheRuntimeOnlyWhatApplicationsUse() throws Exception {
    try (JarFile jar = new JarFile(JAR)) {
      assertThat(jar.stream().map(entry -> entry.getName()).toList())
          .filteredOn(name -> name.startsWith("org/jvmcluster/") && name.endsWith(".class"))
          .isNotEmpty()
          .allSatisfy(
              name ->
                  assertThat(name)
                      .matches("org/jvmcluster/(workload(/work)?|runtime/(api|pool))/[^/]+"))
          .noneMatch(name -> name.contains("HdrHistogram"));
      assertThat(jar.getEntry("META-INF/services/io.vertx.core.spi.VertxServiceProvider")).isNull();
    }
  }

  private void start(Map<String, String> environment, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-jar",
                JAR));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    List.of("HOST", "PORT", "WORKER_FAULTS", "WORKER_BOOT_DELAY_MS", "WORKER_CRASH_FILE")
        .forEach(builder.environment()::remove);
    builder.environment().putAll(environment);
    service = builder.start();
  }

  private HttpResponse<String> get(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(url() + path)).timeout(PATIENCE).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private String url() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(Files.readString(output)).containsPattern(URL));
    try {
      Matcher matcher = URL.matcher(Files.readString(output));
      assertThat(matcher.find()).isTrue();
      return matcher.group(1);
    } catch (IOException e) {
      throw new AssertionError("the service's output cannot be read", e);
    }
  }

  private int exitCode() throws Exception {
    assertThat(service.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as(() -> "the service should have exited")
        .isTrue();
    return service.exitValue();
  }
}
