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
import org.jvmcluster.supervisor.load.LoadMix;
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

  private static final LoadPace CLOSED = new LoadPace(Optional.empty(), Arrivals.EVEN);

  /** With rows for paths and slices, and of a client that was late. */
  private static final LoadResult WHOLE =
      new LoadResult(
          20,
          Map.of(FailureKind.STATUS_5XX, 3L),
          Optional.empty(),
          Duration.ofSeconds(4),
          Optional.of(latency(17)),
          NONE,
          Duration.ofMillis(30),
          0.5,
          List.of(),
          Instant.EPOCH,
          0,
          List.of(),
          List.of(
              new LoadResult.PathRow("/fast", 18, 1, Optional.of(latency(17)), NONE),
              new LoadResult.PathRow("/cpu", 2, 2, Optional.empty(), NONE)),
          List.of(
              new LoadResult.SliceRow(18, 1, 16, Duration.ofSeconds(2), Optional.of(latency(17))),
              new LoadResult.SliceRow(2, 2, 1, Duration.ofSeconds(2), Optional.empty())),
          Duration.ofMillis(25),
          Optional.of(latency(4)),
          1200);

  @Test
  void printsExactlyTheKeysThatOtherProgramsRelyOn() {
    JsonObject json = report(RESULT, false).json();

    assertThat(json)
        .isEqualTo(
            new JsonObject(
                """
                {"requests": 20, "startedAt": "2026-01-02T03:04:05.678Z",
                 "loop": "closed", "rate": null, "arrivals": null, "seed": null, "failed": 3,
                 "failures": {"status-5xx": 2, "other": 1},
                 "retried": 6,
                 "totalMs": 735.0,
                 "latency": {"p50Ms": 100.0, "p90Ms": 200.0, "p99Ms": 300.0, "p999Ms": 400.0,
                             "maxMs": 500.123},
                 "clientLateP99Ms": 0.346, "clientLate": false, "waitedForClient": null,
                 "notBegun": 0,
                 "clientCpuShare": 0.123,
                 "workers": [
                   {"slot": 0, "generation": 2, "pid": 4711, "requests": 10, "p50Ms": 100.0,
                    "p99Ms": 300.0, "maxMs": 500.123},
                   {"slot": null, "generation": null, "pid": null, "requests": 7,
                    "p50Ms": 100.0, "p99Ms": 300.0, "maxMs": 500.123}],
                 "paths": [],
                 "histogram": "%s"}
                """
                    .formatted(NONE.encode())));
  }

  @Test
  void printsNullWhereThereIsNoSample() {
    JsonObject json = report(withoutAnswer(), false).json();

    assertThat(json.getJsonObject("latency").getMap())
        .containsOnlyKeys("p50Ms", "p90Ms", "p99Ms", "p999Ms", "maxMs")
        .allSatisfy((key, value) -> assertThat(value).isNull());
    assertThat(json.getJsonArray("workers")).isEmpty();
  }

  @Test
  void printsAlignedLinesWithUnitsAndSampleCounts() {
    assertThat(report(RESULT, false).text())
        .isEqualTo(
            """
            20 requests to http://127.0.0.1:3100/cpu?ms=100, 20 clients, a fresh connection each
            closed loop: latency from when a client was free; nobody asks during a stall, so waits stay hidden (coordinated omission)

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
    assertThat(report(withoutAnswer(), false).text())
        .contains("no good answer")
        .doesNotContain("worker ");
  }

  @Test
  void hasARowForEachSecondWhenAsked() {
    assertThat(report(RESULT, true).json().getJsonArray("perSecond"))
        .isEqualTo(
            new JsonArray(
                """
                [{"second": 0, "good": 17, "failed": 2, "answers": 16, "p50Ms": 100.0, "p99Ms": 300.0},
                 {"second": 2, "good": 0, "failed": 1, "answers": 1, "p50Ms": null, "p99Ms": null}]
                """));
    assertThat(report(RESULT, true).text())
        .contains("second      good    failed   answers    p50 ms    p99 ms")
        .contains("     2         0         1         1         -         -");
  }

  @Test
  void hasARowForEachPathOfAMix() {
    LoadReport mixed =
        new LoadReport(PLAN.withMix(LoadMix.parse("/fast=9,/cpu=1")), CLOSED, WHOLE, false);

    assertThat(mixed.json().getJsonArray("paths"))
        .isEqualTo(
            new JsonArray(
                """
                [{"path": "/fast", "requests": 18, "failed": 1, "p50Ms": 100.0, "p90Ms": 200.0,
                  "p99Ms": 300.0, "p999Ms": 400.0, "maxMs": 500.123},
                 {"path": "/cpu", "requests": 2, "failed": 2, "p50Ms": null, "p90Ms": null,
                  "p99Ms": null, "p999Ms": null, "maxMs": null}]
                """));
    assertThat(mixed.text())
        .contains("20 requests to http://127.0.0.1:3100, 20 clients")
        .contains("mix /fast=9,/cpu=1\n")
        .contains(
            """
              requests    failed     p50 ms     p90 ms     p99 ms   p99.9 ms     max ms  path
                    18         1      100.0      200.0      300.0      400.0      500.1  /fast
                     2         2          -          -          -          -          -  /cpu
            """);
  }

  @Test
  void hasARowForEachStepOfTheRate() {
    LoadPace steps = new LoadPace(Optional.of(LoadRate.parse("10,20")), Arrivals.POISSON);
    LoadReport report = new LoadReport(PLAN, steps, WHOLE, false);

    assertThat(report.json().getJsonArray("steps"))
        .isEqualTo(
            new JsonArray(
                """
                [{"step": 1, "rate": 10.0, "requests": 18, "failed": 1, "throughput": 8.0,
                  "p50Ms": 100.0, "p90Ms": 200.0, "p99Ms": 300.0, "p999Ms": 400.0,
                  "maxMs": 500.123},
                 {"step": 2, "rate": 20.0, "requests": 2, "failed": 2, "throughput": 0.5,
                  "p50Ms": null, "p90Ms": null, "p99Ms": null, "p999Ms": null, "maxMs": null}]
                """));
    assertThat(report.text())
        .contains(
            """
            step       rate   requests    failed  answers/s     p50 ms     p90 ms     p99 ms   p99.9 ms     max ms
               1       10.0         18         1        8.0      100.0      200.0      300.0      400.0      500.1
               2       20.0          2         2        0.5          -          -          -          -          -
            """);
  }

  @Test
  void labelsAnOpenLoop() {
    LoadPace ramp = new LoadPace(Optional.of(LoadRate.parse("10..20")), Arrivals.POISSON);
    LoadReport report = new LoadReport(PLAN, ramp, RESULT, false);

    assertThat(report.text())
        .contains(
            "open loop: 10..20 requests/s, growing or falling evenly, Poisson arrivals of seed 1;"
                + " latency from the intended send time\n")
        .doesNotContain("closed loop");
    assertThat(report.json().getMap())
        .containsEntry("loop", "open")
        .containsEntry("rate", "10..20")
        .containsEntry("arrivals", "poisson")
        .containsEntry("seed", 1L);
  }

  @Test
  void saysWhenTheClientWasLateAndWhenAllClientsWereBusy() {
    LoadReport report = report(WHOLE, false);

    assertThat(report.json().getBoolean("clientLate")).isTrue();
    assertThat(report.json().getLong("notBegun")).isEqualTo(1200);
    assertThat(report.json().getJsonObject("waitedForClient"))
        .isEqualTo(
            new JsonObject(
                "{\"requests\": 4, \"p50Ms\": 100.0, \"p99Ms\": 300.0, \"maxMs\": 500.123}"));
    assertThat(report.text())
        .contains(
            "all 20 clients were busy: 4 of the requests waited for one, 300.0 ms at p99, 500.1 ms"
                + " at most; their latency counts it\n")
        .contains("1,200 requests were due and never begun, since the time was over")
        .contains("the client itself was late by a considerable part of the latency: 25.000 ms");
    assertThat(report(RESULT, false).text()).doesNotContain("busy", "itself", "begun");
  }

  private static LoadReport report(LoadResult result, boolean perSecond) {
    return new LoadReport(PLAN, CLOSED, result, perSecond);
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
