package org.jvmcluster.supervisor.compare.result;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.jvmcluster.supervisor.load.FailureKind;
import org.jvmcluster.supervisor.load.LatencyDistribution;
import org.jvmcluster.supervisor.load.LoadResult;
import org.jvmcluster.supervisor.load.WorkerName;

/** Comparisons whose figures are known beforehand. No randomness: the same ones every time. */
public final class Synthetic {
  private static final long MIB = 1L << 20;

  private static final Comparison REALISTIC = build();

  private Synthetic() {}

  /** So many samples, log-normal: half of them below the median, the spread is of the logarithm. */
  public static LatencyDistribution latency(int samples, double medianMs, double spread) {
    Histogram histogram = new Histogram(1_000, Duration.ofMinutes(20).toNanos(), 3);
    NormalDistribution normal = new NormalDistribution();
    for (int i = 0; i < samples; i++) {
      double z = normal.inverseCumulativeProbability((i + 0.5) / samples);
      histogram.recordValue(Math.round(medianMs * 1e6 * Math.exp(spread * z)));
    }
    return LatencyDistribution.of(histogram);
  }

  /** A load on workers that share it evenly. */
  public static LoadResult load(
      LatencyDistribution latency, double throughput, int workers, long failed) {
    List<LoadResult.WorkerRow> rows = new ArrayList<>();
    int each = (int) (latency.count() / workers);
    for (int slot = 0; slot < workers; slot++) {
      Histogram part = new Histogram(latency.toHistogram());
      int index = 0;
      for (var value : latency.toHistogram().recordedValues()) {
        for (long n = 0; n < value.getCountAtValueIteratedTo(); n++, index++) {
          if (index % workers == slot) {
            part.recordValue(value.getValueIteratedTo());
          }
        }
      }
      LatencyDistribution own = LatencyDistribution.of(part);
      own.percentiles()
          .ifPresent(
              it ->
                  rows.add(
                      new LoadResult.WorkerRow(
                          Optional.of(new WorkerName(rows.size(), 1, 4711 + rows.size())),
                          it,
                          own)));
    }
    return new LoadResult(
        latency.count() + failed,
        failed == 0 ? Map.of() : Map.of(FailureKind.RESET, failed),
        Optional.empty(),
        Duration.ofNanos(Math.round(latency.count() / throughput * 1e9)),
        latency.percentiles(),
        latency,
        Duration.ofMillis(1),
        0.05,
        each == 0 ? List.of() : rows,
        Instant.parse("2026-11-30T12:00:00Z"),
        0,
        seconds(),
        List.of(
            new LoadResult.PathRow(
                "/cpu?ms=100", latency.count() + failed, failed, latency.percentiles(), latency)),
        List.of(),
        Duration.ofMillis(1),
        Optional.empty(),
        0);
  }

  /** Ten seconds, of which the sixth and the seventh are disturbed. */
  private static List<LoadResult.SecondRow> seconds() {
    return IntStream.range(0, 10)
        .mapToObj(
            second -> {
              boolean bad = second == 5 || second == 6;
              return new LoadResult.SecondRow(
                  second,
                  bad ? 180 : 200,
                  second == 5 ? 3 : 0,
                  bad ? 170 : 200,
                  Optional.of(Duration.ofMillis(bad ? 30 : 12)),
                  Optional.of(Duration.ofMillis(bad ? 400 : 35 + second)));
            })
        .toList();
  }

  public static Noise quiet() {
    return new Noise(0.02, 0, 0.4, List.of());
  }

  public static Noise noisy() {
    return new Noise(0.9, 0.01, 0.4, List.of("other processes used 0.90 of 2 cores"));
  }

  /** Runs of one arm, one a round, by their throughput; each request takes 100 ms of CPU. */
  public static List<Run> runs(int samples, double medianMs, int workers, double... throughputs) {
    List<Run> runs = new ArrayList<>();
    LatencyDistribution latency = latency(samples, medianMs, 0.3);
    for (double throughput : throughputs) {
      LoadResult load = load(latency, throughput, workers, 0);
      runs.add(
          new Run(runs.size() + 1, load, Optional.of(Duration.ofMillis(100L * samples)), quiet()));
    }
    return runs;
  }

  /** The same runs, but the one of that round is noisy. */
  public static List<Run> withNoise(List<Run> runs, int round) {
    return runs.stream()
        .map(run -> run.round() == round ? new Run(round, run.load(), run.cpu(), noisy()) : run)
        .toList();
  }

  public static Arm arm(String name, ArmKind kind, int workers) {
    return new Arm(
        name,
        kind,
        OptionalInt.of(workers),
        kind == ArmKind.PROCESSES ? Optional.of("reuseport") : Optional.empty(),
        Optional.empty());
  }

  /** An arm with its runs and its memory, without anything else. */
  public static ArmRecord record(Arm arm, List<Run> runs, long mib) {
    return new ArmRecord(
        arm,
        Optional.of(Duration.ofMillis(900)),
        runs,
        Optional.empty(),
        Optional.of(
            new Memory(
                arm.workers().orElse(1) + 1,
                mib * MIB * 5 / 4,
                OptionalLong.of(mib * MIB),
                OptionalLong.of(40 * MIB))),
        Optional.empty(),
        Optional.empty());
  }

  /** The same arm with everything that can be measured. */
  public static ArmRecord whole(ArmRecord record, double besideMs) {
    boolean many = record.arm().kind() == ArmKind.PROCESSES;
    return new ArmRecord(
        record.arm(),
        record.start(),
        record.runs(),
        Optional.of(isolation(besideMs, 5)),
        record.memory(),
        many ? Optional.of(disturbance(Disturbance.What.KILL, 3)) : Optional.empty(),
        many ? Optional.of(disturbance(Disturbance.What.RESTART, 0)) : Optional.empty());
  }

  /** Rounds of 40 light requests each: 4 ms idle, and so many beside five heavy ones. */
  public static Isolation isolation(double besideMs, int rounds) {
    return new Isolation(
        "/fast",
        "/report",
        5,
        IntStream.range(0, rounds)
            .mapToObj(
                round ->
                    new Isolation.Round(
                        latency(40, 4 + 0.1 * round, 0.2),
                        latency(40, besideMs + 0.3 * round, 0.2),
                        List.of(
                            Duration.ofMillis(170), Duration.ofMillis(340), Duration.ofMillis(505)),
                        0))
            .toList());
  }

  public static Disturbance disturbance(Disturbance.What what, long failed) {
    return new Disturbance(
        what,
        load(latency(1_900, 12, 0.4), 190, 3, failed),
        Duration.ofSeconds(5),
        Optional.of(Duration.ofMillis(1_830)),
        failed);
  }

  public static Environment environment(double cores) {
    return new Environment(
        "AMD EPYC 7R13",
        4,
        cores,
        8L << 30,
        "Linux 6.1, Debian 12",
        "17.0.17, Debian",
        "0.1.0",
        Optional.of("v18.20.4"),
        0.31,
        Instant.parse("2026-11-30T12:00:00Z"),
        List.of("supervisor", "compare", "--workers", "3", "--path", "/cpu?ms=100"));
  }

  public static LoadDescription description(int rounds) {
    return new LoadDescription(
        Map.of("/cpu?ms=100", 1.0),
        OptionalLong.of(20),
        OptionalDouble.empty(),
        20,
        OptionalInt.empty(),
        true,
        rounds,
        Optional.of("/cpu?ms=100"));
  }

  /** One on two cores. */
  public static Comparison comparison(int rounds, ArmRecord... arms) {
    return new Comparison(environment(2), description(rounds), List.of(arms), List.of());
  }

  /** Sweep points of so many workers, by throughput, with a few percent of spread. */
  public static List<SweepPoint> sweep(double cpuMs, double... throughputs) {
    List<SweepPoint> points = new ArrayList<>();
    for (double throughput : throughputs) {
      int workers = points.size() + 1;
      List<Run> runs =
          runs(400, 1000 / throughput, workers, throughput * 0.98, throughput, throughput * 1.02)
              .stream()
              .map(
                  run ->
                      new Run(
                          run.round(),
                          run.load(),
                          Optional.of(Duration.ofMillis(Math.round(cpuMs * 400))),
                          run.noise()))
              .toList();
      points.add(new SweepPoint(workers, runs));
    }
    return points;
  }

  /** Three modes and Node on two cores, all that can be measured, noise and a sweep. */
  public static Comparison realistic() {
    return REALISTIC;
  }

  private static Comparison build() {
    return new Comparison(
        environment(2),
        description(5),
        List.of(
            whole(
                record(
                    arm("single", ArmKind.SINGLE, 1),
                    runs(400, 1010, 1, 9.9, 9.8, 9.95, 9.7, 9.9),
                    105),
                520),
            whole(
                record(
                    arm("threads 1", ArmKind.THREADS, 1),
                    runs(400, 1020, 1, 9.8, 9.75, 9.9, 9.6, 9.8),
                    118),
                12),
            whole(
                record(
                    arm("processes 3, reuseport", ArmKind.PROCESSES, 3),
                    withNoise(runs(400, 522, 3, 19.6, 19.2, 19.7, 15.1, 19.5), 4),
                    301),
                7),
            whole(
                record(
                    arm("processes 3, shared", ArmKind.PROCESSES, 3),
                    runs(400, 530, 3, 19.4, 19.3, 19.5, 19.1, 19.6),
                    299),
                7.5),
            record(
                new Arm(
                    "node cluster 3",
                    ArmKind.NODE,
                    OptionalInt.of(3),
                    Optional.empty(),
                    Optional.of("no isolation: the heavy path is not in its handler")),
                runs(400, 540, 3, 19.0, 18.9, 19.2, 18.6, 19.1),
                182)),
        sweep(5, 98, 190, 272, 340, 401, 452, 489, 520));
  }
}
