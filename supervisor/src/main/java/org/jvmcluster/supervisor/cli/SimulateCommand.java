package org.jvmcluster.supervisor.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.model.Agreement;
import org.jvmcluster.supervisor.model.Demand;
import org.jvmcluster.supervisor.model.Discipline;
import org.jvmcluster.supervisor.model.Forecast;
import org.jvmcluster.supervisor.model.Scenario;
import org.jvmcluster.supervisor.model.ServiceTime;
import org.jvmcluster.supervisor.model.ServiceTimeText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "simulate",
    description = {
      "Computes how requests wait for workers, for any number of workers and any service time, under"
          + " each way to spread them. Measures nothing.",
      "With --against it says whether the model agrees with what 'supervisor load --json' has"
          + " measured: exit code 1 when it differs."
    })
final class SimulateCommand implements Callable<Integer> {
  private static final long DEFAULT_REQUESTS = 100_000;

  /** Of good answers only latencies are known; a few failures cannot move a p99 by much. */
  private static final double MOST_FAILED = 0.001;

  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Spec CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--workers",
      paramLabel = "N",
      required = true,
      description = "Workers; each serves one request at a time.")
  int workers;

  @Option(
      names = "--service",
      paramLabel = "TIME",
      required = true,
      description =
          "How long a request holds its worker: "
              + ServiceTimeText.SHAPES
              + ". FILE is what load"
              + " --json or --hgrm has written, of one request at a time.")
  String service = "";

  @Option(
      names = "--discipline",
      paramLabel = "NAME,...",
      split = ",",
      description =
          "hash: each to a worker by chance, as --accept own; idle: the same, and idle workers take"
              + " what waits at others, as --accept idle; round-robin: each to the next; shared: one"
              + " queue. Default: all.")
  String[] disciplines = {"all"};

  @Option(names = "--rate", paramLabel = "R", description = "Requests a second: an open loop.")
  @Nullable Double rate;

  @Option(
      names = "--arrivals",
      paramLabel = "WHEN",
      description = "With --rate: poisson, by chance, the default, or even, at even distances.")
  @Nullable Arrivals arrivals;

  @Option(names = "--burst", paramLabel = "K", description = "K requests at once, and no more.")
  @Nullable Long burst;

  @Option(
      names = "--concurrency",
      paramLabel = "C",
      description =
          "Clients with one request at a time. Without --rate each sends as soon as it has its"
              + " answer; with it, a request that is due waits for a free one.")
  @Nullable Integer concurrency;

  @Option(
      names = "--keep-alive",
      description = "Each client stays with the worker that served its first request.")
  boolean keepAlive;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests of a repeat. Default: 100000, with --against as many as measured.")
  @Nullable Long requests;

  @Option(
      names = "--cores",
      paramLabel = "C",
      description =
          "Cores that the requests share evenly when more run than there are; for work that"
              + " computes. Default: no limit, for work that waits.")
  @Nullable Double cores;

  @Option(
      names = "--handover",
      paramLabel = "D",
      converter = LoadCommand.DurationConverter.class,
      description =
          "With idle: how long a connection waits for its owner before a neighbour takes it."
              + " Default: 1ms, as workers do.")
  Duration handover = Scenario.HANDOVER;

  @Option(
      names = "--repeat",
      paramLabel = "R",
      defaultValue = "10",
      description = "Repeats, from which the intervals come. Default: 10.")
  int repeat;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Of the chance; the same seed gives the same result. Default: 1.")
  long seed;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      arity = "1..*",
      description = "What load --json has measured under this very load, one FILE a repeat.")
  String[] against = {};

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  SimulateCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    List<Discipline> asked = disciplines();
    List<MeasuredLoad> measured = measured();
    if (!measured.isEmpty() && asked.size() != 1) {
      throw wrong("--against needs one --discipline: the one under which was measured");
    }
    if (repeat < 1 || repeat > Forecast.MOST_RUNS) {
      throw wrong("--repeat lies in 1.." + Forecast.MOST_RUNS + ", not " + repeat);
    }
    Scenario scenario = scenario(measured);
    List<Forecast> forecasts =
        asked.stream().map(discipline -> Forecast.of(scenario, discipline, repeat, seed)).toList();
    Optional<Agreement> agreement =
        measured.isEmpty()
            ? Optional.empty()
            : Optional.of(
                Agreement.of(
                    measured.stream().map(MeasuredLoad::latency).toList(),
                    forecasts.get(0).latency()));
    SimulationReport report = new SimulationReport(scenario, service, forecasts, agreement);
    surroundings.out().print(json ? report.json().encode() + "\n" : report.text());
    return agreement.map(Agreement::holds).orElse(true) ? ExitCode.OK : ExitCode.FAILED;
  }

  private List<Discipline> disciplines() {
    List<Discipline> asked = new ArrayList<>();
    for (String name : disciplines) {
      if (name.equals("all")) {
        return List.of(Discipline.values());
      }
      Discipline discipline =
          Arrays.stream(Discipline.values())
              .filter(known -> known.wireName().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      wrong(
                          "--discipline is all, hash, idle, round-robin or shared, not '"
                              + name
                              + "'"));
      if (!asked.contains(discipline)) {
        asked.add(discipline);
      }
    }
    return asked;
  }

  private List<MeasuredLoad> measured() {
    List<MeasuredLoad> measured = new ArrayList<>();
    for (String file : against) {
      MeasuredLoad load = readable(() -> MeasuredLoad.of(file));
      if (load.latency().count() == 0 || load.failed() > MOST_FAILED * load.requests()) {
        throw new CommandFailure(
            ExitCode.FAILED,
            file
                + ": "
                + load.failed()
                + " of "
                + load.requests()
                + " requests failed; the model knows no failures, so there is nothing to compare");
      }
      measured.add(load);
    }
    return measured;
  }

  private Scenario scenario(List<MeasuredLoad> measured) {
    ServiceTime time = readable(() -> ServiceTimeText.parse(service, MeasuredLoad::latencyOf));
    try {
      return new Scenario(
          workers,
          time,
          demand(),
          requestsOfARepeat(measured),
          concurrency == null ? OptionalInt.empty() : OptionalInt.of(concurrency),
          keepAlive,
          cores == null ? OptionalDouble.empty() : OptionalDouble.of(cores),
          handover);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private long requestsOfARepeat(List<MeasuredLoad> measured) {
    if (burst != null) {
      return burst;
    }
    if (requests != null) {
      return requests;
    }
    return measured.isEmpty() ? DEFAULT_REQUESTS : measured.get(0).requests();
  }

  private Demand demand() {
    if (burst != null) {
      if (rate != null || requests != null) {
        throw wrong(
            "--burst says how many requests come and when: leave --rate and --requests out");
      }
      return new Demand.Burst();
    }
    if (rate == null) {
      if (arrivals != null) {
        throw wrong("--arrivals is for --rate");
      }
      if (concurrency == null) {
        throw wrong("say when requests come: --rate R, --burst K or --concurrency C");
      }
      return new Demand.Closed();
    }
    return new Demand.Open(rate, arrivals != Arrivals.EVEN);
  }

  private <T> T readable(Supplier<T> reader) {
    try {
      return reader.get();
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
