package org.jvmcluster.supervisor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.load.FailureKind;
import org.jvmcluster.supervisor.load.LatencyDistribution;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.LoadResult;
import org.jvmcluster.supervisor.load.LoadTarget;
import org.jvmcluster.supervisor.load.Percentiles;
import org.jvmcluster.supervisor.load.WorkerName;

class LoadReportTest {
  private static final LoadPlan PLAN =
      new LoadPlan(
          LoadTarget.of("http://127.0.0.1:3100/cpu?ms=100"),
          20,
          20,
          Duration.ofMinutes(1),
          true,
          Duration.ofSeconds(30));

  private static final LatencyDistribution NONE = LatencyDistribution.merged(List.of());

  private static final LoadResult RESULT =
      new LoadResult(
          20,
          Map.of(FailureKind.STATUS_5XX, 2L, FailureKind.OTHER, 1L),
          Optional.of("no route"),
          Duration.ofMillis(735),
          Optional.of(latency(17)),
          NONE,
          Duration.ofNanos(345_678),
          0.1234,
          List.of(
              new LoadResult.WorkerRow(Optional.of(new WorkerName(0, 2, 4711)), latency(10), NONE),
              new LoadResult.WorkerRow(Optional.empty(), latency(7), NONE)),
          Instant.parse("2026-01-02T03:04:05.678Z"),
          6,
          List.of(
              new LoadResult.SecondRow(
                  0,
                  17,
                  2,
                  16,
                  Optional.of(Duration.ofMillis(100)),
                  Optional.of(Duration.ofMillis(300))),
              new LoadResult.SecondRow(2, 0, 1, 1, Optional.empty(), Optional.empty())));

  @Test
  void printsExactlyTheKeysThatOtherProgramsRelyOn() {
    JsonObject json = LoadReport.json(RESULT, false);

    assertThat(json)
        .isEqualTo(
            new JsonObject(
                """
                {"requests": 20, "startedAt": "2026-01-02T03:04:05.678Z", "failed": 3,
                 "failures": {"status-5xx": 2, "other": 1},
                 "retried": 6,
                 "totalMs": 735.0,
                 "latency": {"p50Ms": 100.0, "p90Ms": 200.0, "p99Ms": 300.0, "p999Ms": 400.0,
                             "maxMs": 500.123},
                 "clientLateP99Ms": 0.346, "clientCpuShare": 0.123,
                 "workers": [
                   {"slot": 0, "generation": 2, "pid": 4711, "requests": 10, "p50Ms": 100.0,
                    "p99Ms": 300.0, "maxMs": 500.123},
                   {"slot": null, "generation": null, "pid": null, "requests": 7,
                    "p50Ms": 100.0, "p99Ms": 300.0, "maxMs": 500.123}]}
                """));
  }

  @Test
  void printsNullWhereThereIsNoSample() {
    JsonObject json = LoadReport.json(withoutAnswer(), false);

    assertThat(json.getJsonObject("latency").getMap())
        .containsOnlyKeys("p50Ms", "p90Ms", "p99Ms", "p999Ms", "maxMs")
        .allSatisfy((key, value) -> assertThat(value).isNull());
    assertThat(json.getJsonArray("workers")).isEmpty();
  }

  @Test
  void printsAlignedLinesWithUnitsAndSampleCounts() {
    assertThat(LoadReport.text(PLAN, RESULT, false))
        .isEqualTo(
            """
            20 requests to http://127.0.0.1:3100/cpu?ms=100, 20 clients, a fresh connection each

            total          735.0 ms   23.1 good answers/s
            p50            100.0 ms   of 17 good answers
            p90            200.0 ms
            p99            300.0 ms
            p99.9          400.0 ms
            max            500.1 ms
            failed             3      2 status-5xx, 1 other (first other: no route)
            client           0.3 ms   late at p99, 12 % of the machine's CPU

            worker generation       pid    answers     p50 ms     p99 ms     max ms
            0               2      4711         10      100.0      300.0      500.1
            -               -         -          7      100.0      300.0      500.1
            """);
  }

  @Test
  void saysThatThereWasNoGoodAnswer() {
    assertThat(LoadReport.text(PLAN, withoutAnswer(), false))
        .contains("no good answer")
        .doesNotContain("worker ");
  }

  @Test
  void hasARowForEachSecondWhenAsked() {
    assertThat(LoadReport.json(RESULT, true).getJsonArray("perSecond"))
        .isEqualTo(
            new JsonArray(
                """
                [{"second": 0, "good": 17, "failed": 2, "answers": 16, "p50Ms": 100.0, "p99Ms": 300.0},
                 {"second": 2, "good": 0, "failed": 1, "answers": 1, "p50Ms": null, "p99Ms": null}]
                """));
    assertThat(LoadReport.text(PLAN, RESULT, true))
        .contains("second      good    failed   answers    p50 ms    p99 ms")
        .contains("     2         0         1         1         -         -");
  }

  private static LoadResult withoutAnswer() {
    return new LoadResult(
        1,
        Map.of(FailureKind.REFUSED, 1L),
        Optional.empty(),
        Duration.ofMillis(1),
        Optional.empty(),
        NONE,
        Duration.ZERO,
        0,
        List.of(),
        Instant.EPOCH,
        0,
        List.of());
  }

  private static Percentiles latency(long count) {
    return new Percentiles(
        count,
        Duration.ofMillis(100),
        Duration.ofMillis(200),
        Duration.ofMillis(300),
        Duration.ofMillis(400),
        Duration.ofNanos(500_123_456));
  }
}
