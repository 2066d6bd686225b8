package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvmcluster.supervisor.metrics.Exposition;

/** More requests than a worker can serve, and what remains of it afterwards. */
class OverloadIT {
  private static final String SLOT = "/workers/0/health/";

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  /** Holds the loop and needs no CPU, so that a busy machine makes no other load of it. */
  @Test
  void refusesWhatWaitedTooLongSaysWhenToComeBackAndCalmsDown() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(
            SupervisorCommand.run(1, "--shed", "on", "--shed-after", "300ms"), 1);
    Path socket = supervisor.directory().resolve("admin.sock");
    Patience.await("its being ready", () -> AdminRequest.status(socket, SLOT + "ready") == 200);
    // Ten a second are what it can serve.
    SupervisorProcess load =
        load(supervisor, "/block?ms=100", "--rate", "40", "--seconds", "8", "--fresh");

    HttpExchange.Answer refused =
        Patience.awaiting("a refusal")
            .until(
                () -> HttpExchange.get(supervisor.port(), "/block?ms=100"),
                answer -> answer.status() == 503);
    assertThat(Integer.parseInt(refused.retryAfter())).isPositive();
    supervisor.awaitWorker(
        0,
        "shedding",
        worker ->
            Boolean.TRUE.equals(worker.getJsonObject("shed").getBoolean("active"))
                && AdminRequest.status(socket, SLOT + "ready") == 503);
    assertThat(AdminRequest.status(socket, "/health/ready")).as("of the fleet").isEqualTo(503);
    assertThat(AdminRequest.status(socket, SLOT + "live")).isEqualTo(200);

    JsonObject seen = result(load);
    assertThat(seen.getInteger("requests")).isGreaterThan(seen.getInteger("failed")).isPositive();
    Patience.await(
        "its being ready again",
        () -> {
          assertThat(AdminRequest.status(socket, SLOT + "live")).isEqualTo(200);
          return AdminRequest.status(socket, SLOT + "ready") == 200;
        });
    JsonObject shed = supervisor.worker(0).getJsonObject("shed");
    assertThat(shed.getBoolean("active")).isFalse();
    assertThat(shed.getInteger("count")).isPositive();
    Map<String, Object> reasons = shed.getJsonObject("reasons").getMap();
    assertThat(reasons.values().stream().mapToInt(count -> ((Number) count).intValue()).sum())
        .as("the sum of %s", reasons)
        .isEqualTo(shed.getInteger("count"));
    Exposition shown = AdminSocket.metrics(supervisor);
    reasons.forEach(
        (reason, count) ->
            assertThat(shown.value("supervisor_worker_shed_total", "worker", "0", "reason", reason))
                .as(reason)
                .isEqualTo(((Number) count).doubleValue()));
    Patience.await(
        "an answer again",
        () -> HttpExchange.get(supervisor.port(), "/block?ms=100").status() == 200);
  }

  /** Waits on the threads of the pool, so that neither the loop nor the CPU has to do with it. */
  @Test
  void dropsTheTasksWhoseClientsHaveGoneAndWorksAsBeforeWhenTheFloodIsOver() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);
    String task = "/block?ms=100&on=pool";
    // Four threads, ten tasks a second each.
    SupervisorProcess flood =
        load(
            supervisor,
            task,
            "--rate",
            "120",
            "--seconds",
            "10",
            "--timeout",
            "1s",
            "--concurrency",
            "400");
    supervisor.awaitWorker(
        0,
        "a full pool",
        worker ->
            Figure.of(worker, "pool", "busy") == 4 && Figure.of(worker, "pool", "queued") > 4);
    assertThat(flood.isAlive()).isTrue();
    assertThat(HttpExchange.get(supervisor.port(), "/fast").status()).isEqualTo(200);
    assertThat(flood.isAlive()).as("the flood during the answer").isTrue();

    JsonObject seen = result(flood);
    long over = System.nanoTime();
    HttpExchange.Answer fresh = HttpExchange.get(supervisor.port(), task);
    Duration took = Duration.ofNanos(System.nanoTime() - over);

    assertThat(fresh.status()).isEqualTo(200);
    // Three thirds arrived and one was worked off: without dropping, 20 s of it would be left.
    assertThat(took).isLessThan(Duration.ofSeconds(5));
    assertThat(seen.getInteger("requests")).isGreaterThan(seen.getInteger("failed"));
    JsonObject pool =
        supervisor
            .awaitWorker(
                0,
                "an empty queue",
                worker ->
                    Figure.of(worker, "pool", "queued") == 0
                        && Figure.of(worker, "pool", "busy") == 0)
            .getJsonObject("pool");
    assertThat(pool.getInteger("expired")).isPositive();
    // What ran and what was dropped is what the client asked for, its last request apart.
    int ran = pool.getJsonObject("kinds").getJsonObject("app").getInteger("count");
    assertThat(ran + pool.getInteger("expired") + pool.getInteger("rejected"))
        .isLessThanOrEqualTo(seen.getInteger("requests") + 1);
    assertThat(HttpExchange.get(supervisor.port(), "/fast").status()).isEqualTo(200);
  }

  private SupervisorProcess load(SupervisorProcess target, String path, String... options)
      throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of("load", "http://127.0.0.1:" + target.port() + path, "--json"));
    words.addAll(List.of(options));
    return supervisors.start(SupervisorCommand.of(words.toArray(String[]::new)));
  }

  /** What it printed, once it has ended. */
  private static JsonObject result(SupervisorProcess load) throws InterruptedException {
    List<String> lines = load.output().untilTheEnd();
    return lines.stream()
        .filter(line -> line.startsWith("{"))
        .findFirst()
        .map(JsonObject::new)
        .orElseThrow(() -> new AssertionError("no result in " + lines));
  }
}
