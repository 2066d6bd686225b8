package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jvmcluster.supervisor.report.Reports.hello;
import static org.jvmcluster.supervisor.report.Reports.launch;
import static org.jvmcluster.supervisor.report.Reports.report;
import static org.jvmcluster.supervisor.report.Reports.times;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.State;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;

class StatusTableTest {
  private final HandClock clock = new HandClock();
  private final long start = clock.nanos();
  private final ReadingStore store = new ReadingStore(clock);
  private final StatusDocument document =
      new StatusDocument(
          new SupervisorFacts(
              99, "0.1.0", "17", start, 2, "processes", "reuseport", "idle", "::1", 3100),
          store,
          pid ->
              new ProcessFigures(
                  OptionalLong.of(100L << 20), OptionalLong.empty(), OptionalDouble.of(12.5)),
          new RestartKernelWatch(() -> KernelCounters.UNKNOWN),
          clock);

  private String table(FleetView fleet, Window window) {
    return StatusTable.of(document.of(fleet, window));
  }

  private FleetView threeWorkers() {
    store.join(hello(1, 0));
    store.join(hello(2, 1));
    store.add(launch(1), report(1, 900, times(900, Duration.ofMillis(1))));
    store.add(launch(2), report(1, 100, times(100, Duration.ofSeconds(1))));
    clock.advance(Duration.ofMillis(2500));
    return Fleets.fleet(
        State.DEGRADED,
        Fleets.worker(1, 0, WorkerState.READY, start),
        Fleets.worker(2, 1, WorkerState.READY, start),
        Fleets.inBackoff(2, Duration.ofMillis(3200), start));
  }

  @Test
  void showsARowAWorkerAndOneForAllMerged() {
    List<String> lines = table(threeWorkers(), Window.LAST_10_SECONDS).lines().toList();

    assertThat(lines)
        .contains(
            "http://[::1]:3100/  degraded, 2 of 3 workers ready, generation 1, up 2.5s",
            " ".repeat(49) + "latency in ms, last 10 s   --- p99 in ms ---",
            "slot  gen   pid  state           up  conn  busy"
                + "  samples   p50   p99   max  server  lag  wait  loop%  queue  cpu%   MB",
            "0       1  1001  ready         2.5s     3     1"
                + "      900  1.00  1.00  1.00   0.500    -     -      -      -    13  100");
    assertThat(lines)
        .filteredOn(line -> line.startsWith("all"))
        .singleElement()
        .asString()
        .matches("all +6 +2 +1000 +1.00 +1000 +1000 +500 +- +- +- +- +25 +200");
  }

  @Test
  void namesTheUnitAndTheWindowAbove() {
    assertThat(table(threeWorkers(), Window.LAST_10_SECONDS)).contains("latency in ms, last 10 s");
    assertThat(table(threeWorkers(), Window.ALL)).contains("latency in ms, since start");
  }

  @Test
  void showsTheTimeLeftInBackoffAndWhatHappened() {
    String table = table(threeWorkers(), Window.LAST_10_SECONDS);

    assertThat(table)
        .contains("backoff 3.2s")
        .contains(
            "slot 2: last exit: crashed, SIGKILL (137), at 2026-01-02T03:04:05Z; restarts of"
                + " this slot: 4");
  }

  @Test
  void showsADashWhereThereIsNoSample() {
    String table =
        table(
            Fleets.fleet(
                State.STARTING,
                Fleets.worker(1, 0, WorkerState.STARTING, start),
                Fleets.worker(2, 1, WorkerState.WARMING, start)),
            Window.LAST_10_SECONDS);

    assertThat(table.lines().filter(line -> line.startsWith("0 ")).findFirst().orElseThrow())
        .matches("0 +1 +1001 +starting +0ms +- +- +- +- +- +- +- +- +- +- +- +13 +100");
    assertThat(table).contains("warming");
  }

  @Test
  void marksAWorkerThatIsSilentForThreeSeconds() {
    FleetView fleet = threeWorkers();
    assertThat(table(fleet, Window.ALL)).doesNotContain("silent");

    clock.advance(Duration.ofMillis(500));

    assertThat(table(fleet, Window.ALL))
        .contains("slot 1 pid 1002: silent, its last report is 3.0s old");
  }

  @Test
  void staysWithinAHundredAndTwentyColumnsWithoutControlCharacters() {
    String table = table(threeWorkers(), Window.ALL);

    assertThat(table.lines().filter(line -> !line.startsWith("slot 2:")))
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    assertThat(table).doesNotContain("\u001b").endsWith("\n");
  }

  @Test
  void showsLoopAndPoolOfAWorkerOnOneLine() {
    store.join(hello(1, 0));
    store.add(
        launch(1),
        report(
            1,
            Reports.all(
                Reports.loop(0, 970, 1000, 300),
                List.of(Reports.lag(0, times(10, Duration.ofMillis(70)))),
                Reports.task("file", times(10, Duration.ofMillis(400)), Duration.ofMillis(9)),
                List.of(Reading.Gauge.of(ReadingNames.POOL_QUEUED, 17)))));

    String table =
        table(
            Fleets.fleet(State.STEADY, Fleets.worker(1, 0, WorkerState.READY, start)),
            Window.LAST_10_SECONDS);

    assertThat(table)
        .contains("server   lag  wait  loop%  queue  cpu%")
        .containsPattern("(?m)^0 .* 70\\.1 +400 +97 +17 +13 +100$")
        .containsPattern("(?m)^all .* 70\\.1 +400 +97 +17 +13 +100$");
  }

  @Test
  void saysBelowTheTableWhatHoldsAWorkerUp() {
    store.join(hello(1, 0));
    clock.advance(Duration.ofSeconds(10));
    store.add(
        launch(1),
        report(
            1,
            List.of(
                Reports.busyFor(0, Duration.ofMillis(2300)),
                Reports.count(ReadingNames.SHED, "reason", "lag", 12),
                Reports.count(ReadingNames.SHED, "reason", "inFlight", 0),
                Reading.Gauge.of(ReadingNames.SHED_ACTIVE, 1),
                Reading.Counter.of(ReadingNames.GC_PAUSED_NANOS, 1_200_000_000L),
                Reports.distribution(
                    ReadingNames.GC_PAUSE_NANOS, Map.of(), times(3, Duration.ofMillis(400))),
                Reading.Counter.of(ReadingNames.CPU_THROTTLED_NANOS, 500_000_000L),
                Reading.Counter.of(ReadingNames.CPU_STOLEN_NANOS, 2_000_000_000L),
                Reports.distribution(
                    ReadingNames.PROCESS_STOP_NANOS, Map.of(), times(1, Duration.ofSeconds(3))),
                Reports.count(ReadingNames.POOL_REJECTED, "kind", "file", 5),
                Reports.count(ReadingNames.POOL_EXPIRED, "kind", "file", 2))));

    String table =
        table(
            Fleets.fleet(State.STEADY, Fleets.worker(1, 0, WorkerState.READY, start)),
            Window.LAST_10_SECONDS);

    assertThat(table.lines())
        .contains(
            "http://[::1]:3100/  steady, 0 of 1 workers ready, 1 blocked, generation 1, up 10s",
            "slot 0 pid 1001: blocked, no event loop of it has been free for 2.3s as of its last"
                + " report",
            "slot 0 pid 1001: refuses requests now, 12 answered with 503, last 10 s (lag 12)",
            "slot 0 pid 1001: tasks the pool refused: 5, expired in its queue: 2, last 10 s",
            "slot 0 pid 1001: garbage collection held it 12 % of the time, last 10 s, the longest"
                + " pause 400ms",
            "slot 0 pid 1001: its CPU quota held it 5 % of the time, last 10 s",
            "slot 0 pid 1001: the process stood still once, last 10 s, the longest time for 3.0s",
            "the hypervisor gave 10 % of this machine's CPU time to others");
  }

  @Test
  void keepsSilentAboutWhatIsOrdinary() {
    store.join(hello(1, 0));
    clock.advance(Duration.ofSeconds(10));
    store.add(
        launch(1),
        report(
            1,
            List.of(
                Reports.busyFor(0, Duration.ofMillis(999)),
                Reports.count(ReadingNames.SHED, "reason", "lag", 0),
                Reading.Gauge.of(ReadingNames.SHED_ACTIVE, 0),
                Reading.Counter.of(ReadingNames.GC_PAUSED_NANOS, 499_000_000L),
                Reading.Counter.of(ReadingNames.CPU_THROTTLED_NANOS, 99_000_000L),
                Reading.Counter.of(ReadingNames.CPU_STOLEN_NANOS, 990_000_000L),
                Reports.distribution(
                    ReadingNames.PROCESS_STOP_NANOS, Map.of(), times(1, Duration.ofMillis(99))))));

    String table =
        table(
            Fleets.fleet(State.STEADY, Fleets.worker(1, 0, WorkerState.READY, start)),
            Window.LAST_10_SECONDS);

    assertThat(table.lines().toList()).last().asString().startsWith("all ");
  }
}
