package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the status says of loop, pool and process of a real worker, by what it was asked for. */
class FiguresIT {
  /** A request each, and the kind that the pool counts it as. */
  private static final Map<String, String> ONE_OF_EACH_KIND =
      Map.of(
          "/report?objects=10", "cpu",
          "/hash?iterations=1000", "hash",
          "/file", "file",
          "/lookup?host=localhost&resolver=jdk", "dns",
          "/gzip?bytes=1024", "compress",
          "/random?bytes=1024", "random",
          "/keygen?bits=1024", "keygen",
          "/lock?ms=1", "app");

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @Test
  void countsTheTasksOfEachKindAndWhatHeldTheLoop() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);
    for (String path : ONE_OF_EACH_KIND.keySet()) {
      ask(supervisor, path);
    }
    ask(supervisor, "/hash?iterations=1000&on=loop");
    ask(supervisor, "/cpu?ms=1&on=pool");
    ask(supervisor, "/block?ms=700");

    JsonObject worker =
        supervisor.awaitWorker(
            0,
            "the block and all requests",
            seen ->
                seen.getInteger("requests") >= ONE_OF_EACH_KIND.size() + 3
                    && Figure.of(seen, "eventLoop", "lagMaxMs") >= 600);

    JsonObject loop = worker.getJsonObject("eventLoop");
    // The block holds the loop and uses no CPU; on a late machine both are longer.
    assertThat(loop.getDouble("worstSecondUtilization")).isBetween(0.5, 1.0);
    assertThat(loop.getDouble("cpuRatio")).isBetween(0.0, loop.getDouble("utilization"));
    assertThat(loop.getInteger("loops")).isEqualTo(1);
    assertThat(loop.getDouble("lagP50Ms")).isLessThanOrEqualTo(loop.getDouble("lagP99Ms"));
    assertThat(loop.getDouble("lagP99Ms")).isLessThanOrEqualTo(loop.getDouble("lagMaxMs"));
    assertThat(loop.getInteger("pendingTasks")).isNotNegative();
    assertThat(loop.getDouble("taskWaitP99Ms")).isNotNegative();

    JsonObject pool = worker.getJsonObject("pool");
    assertThat(pool.getInteger("size")).isEqualTo(4);
    assertThat(pool.getInteger("threads")).isBetween(1, 4);
    assertThat(pool.getInteger("busy")).isZero();
    assertThat(pool.getInteger("queued")).isZero();
    JsonObject kinds = pool.getJsonObject("kinds");
    for (String kind : ONE_OF_EACH_KIND.values()) {
      JsonObject figures = kinds.getJsonObject(kind);
      // What was asked for on the loop is no task; what came to the pool by wish is one.
      assertThat(figures.getInteger("count")).as(kind).isEqualTo(kind.equals("cpu") ? 2 : 1);
      for (String figure : List.of("waitP50Ms", "waitP99Ms", "runP50Ms", "runP99Ms")) {
        assertThat(figures.getDouble(figure)).as("%s of %s", figure, kind).isNotNegative();
      }
    }

    for (String times : List.of("latency", "serverTime")) {
      // Alone for the requests of the warm-up there may be more.
      assertThat(worker.getJsonObject(times).getInteger("count"))
          .isGreaterThanOrEqualTo(ONE_OF_EACH_KIND.size() + 3);
      assertThat(worker.getJsonObject(times).getDouble("maxMs")).isGreaterThanOrEqualTo(700);
    }
    assertThat(Figure.orZero(worker, "gc", "pauseMs")).isNotNegative();
    assertThat(Figure.of(worker, "cpu", "runQueueMs")).isNotNegative();
    assertThat(worker.getString("transport")).isIn("epoll", "nio");
    assertThat(worker.getLong("reportAgeMs")).isNotNegative();
    assertThat(worker.getLong("rssBytes")).isPositive();
    assertThat(worker.getLong("heapUsedBytes")).isBetween(1L, worker.getLong("heapMaxBytes"));
  }

  /** While it is idle nothing is late, and half of all ticks would run within a millisecond. */
  @Test
  void anIdleWorkerIsNeitherBusyNorLate() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(1), 1);

    JsonObject idle =
        supervisor
            .awaitStatus(
                "a window after the boot, full of an idle worker's reports",
                status -> {
                  JsonObject worker = status.getJsonArray("workers").getJsonObject(0);
                  return "ready".equals(worker.getString("state"))
                      && worker.getLong("uptimeSeconds") > 15
                      && Figure.of(worker, "eventLoop", "utilization") < 0.05
                      && Figure.of(worker, "eventLoop", "lagP50Ms") < 1;
                })
            .getJsonArray("workers")
            .getJsonObject(0)
            .getJsonObject("eventLoop");

    assertThat(idle.getDouble("lagP50Ms")).isNotNegative();
    assertThat(idle.getDouble("utilization")).isNotNegative();
    assertThat(idle.getDouble("blockedForMs")).isLessThan(1000);
  }

  private static void ask(SupervisorProcess supervisor, String path) throws Exception {
    HttpExchange.Answer answer = HttpExchange.get(supervisor.port(), path);
    assertThat(answer.status()).as("%s: %s", path, answer.text()).isEqualTo(200);
  }
}
