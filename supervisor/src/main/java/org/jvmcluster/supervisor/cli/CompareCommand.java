package org.jvmcluster.supervisor.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.compare.ComparisonException;
import org.jvmcluster.supervisor.compare.ComparisonRunner;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.figures.Goal;
import org.jvmcluster.supervisor.compare.page.ComparisonJson;
import org.jvmcluster.supervisor.compare.page.ComparisonText;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ListenMode;
import org.jvmcluster.supervisor.config.ServiceMode;
import org.jvmcluster.supervisor.load.LoadMix;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "compare",
    description = {
      "Puts the same load on a single process, worker threads and many processes - or on your own"
          + " services - in turns, and says what the differences are and how sure they are.",
      "Starts every arm itself, warms it up, repeats in rounds, marks noisy runs, and ends all it"
          + " has started. Exit code 1 when no arm was left or time was out."
    })
final class CompareCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Spec CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Worker processes, or compute threads. Default: one for each core, at least 2.")
  @Nullable Integer workers;

  @Option(
      names = "--modes",
      paramLabel = "M,...",
      split = ",",
      description =
          "Arms of this program: single, threads, processes, or none. Default: all three; with --url"
              + " or --arms none.")
  List<ArmMode> modes = new ArrayList<>();

  @Option(
      names = "--listen",
      paramLabel = "L,...",
      split = ",",
      description = "An arm of processes for each: reuseport, shared. Default: reuseport.")
  List<ListenMode> listen = new ArrayList<>();

  @Option(
      names = "--run-opt",
      paramLabel = "X",
      description = "Added to the command line of every arm of this program; repeatable.")
  List<String> runOptions = new ArrayList<>();

  @Option(
      names = "--with-node",
      description = "An arm of Node's cluster module with the same handlers, where Node is there.")
  boolean withNode;

  @Option(
      names = "--url",
      paramLabel = "[NAME=]URL",
      description = "A service that runs already as an arm: http://HOST[:PORT]; repeatable.")
  List<String> urls = new ArrayList<>();

  @Option(
      names = "--arms",
      paramLabel = "FILE",
      description = "Further arms, described in YAML: services that run or that a command starts.")
  @Nullable Path arms;

  @Option(
      names = "--path",
      paramLabel = "PATH",
      description = "What is asked for. Default: /cpu?ms=100.")
  @Nullable String path;

  @Option(
      names = "--mix",
      paramLabel = "PATH=W,...",
      converter = LoadCommand.MixConverter.class,
      description = "Several paths, each as often as its weight says: /fast=90,/cpu?ms=20=10.")
  @Nullable LoadMix mix;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "So many at once, each on a new connection, once a round. Default: 20.")
  @Nullable Long requests;

  @Option(
      names = "--rate",
      paramLabel = "R",
      description = "Requests a second at even distances, for --seconds.")
  @Nullable Double rate;

  @Option(
      names = "--concurrency",
      paramLabel = "C",
      description = "Clients that send when they have their answer, for --seconds.")
  @Nullable Integer concurrency;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "Of each run with --rate or --concurrency. Default: 5.")
  @Nullable Integer seconds;

  @Option(
      names = "--fresh",
      description = "A new connection for every request; with --requests always.")
  boolean fresh;

  @Option(
      names = "--repeat",
      paramLabel = "R",
      defaultValue = "5",
      description = "Rounds: each arm is loaded once in each. Default: 5.")
  int repeat;

  @Option(
      names = "--light",
      paramLabel = "PATH",
      description = "Isolation, kill and restart: the light path. Default: /fast.")
  @Nullable String light;

  @Option(
      names = "--heavy",
      paramLabel = "PATH",
      description = "Isolation: the heavy path. Default: /report.")
  @Nullable String heavy;

  @Option(
      names = "--no-isolation",
      description = "Leave out what heavy requests do to a light one.")
  boolean noIsolation;

  @Option(names = "--no-faults", description = "Leave out what a kill and a restart cost.")
  boolean noFaults;

  @Option(
      names = "--fault-rate",
      paramLabel = "R",
      description = "Requests a second during kill and restart. Default: 100.")
  @Nullable Double faultRate;

  @Option(
      names = "--fault-seconds",
      paramLabel = "S",
      description = "How long that load lasts. Default: 6; 2 more for each worker of a restart.")
  @Nullable Integer faultSeconds;

  @Option(
      names = "--sweep",
      paramLabel = "N",
      description = "The same load on fleets of several sizes: 1..8, or a list such as 1,2,4.")
  @Nullable String sweep;

  @Option(
      names = "--sweep-path",
      paramLabel = "PATH",
      description =
          "What the sweep asks for. Default: /block?ms=20, which no number of cores limits.")
  @Nullable String sweepPath;

  @Option(
      names = "--sweep-seconds",
      paramLabel = "S",
      description = "Of each run of the sweep. Default: 3.")
  @Nullable Integer sweepSeconds;

  @Option(
      names = "--goal",
      paramLabel = "G",
      defaultValue = "throughput",
      description =
          "What an arm is recommended for: throughput, tail, isolation or memory. Default:"
              + " throughput.")
  Goal goal = Goal.THROUGHPUT;

  @Option(
      names = "--timeout",
      paramLabel = "D",
      defaultValue = "30m",
      converter = LoadCommand.DurationConverter.class,
      description = "The longest that all of it may take. Default: 30m.")
  Duration timeout = Duration.ofMinutes(30);

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write a report there, and the same as .md and .json beside it.")
  @Nullable Path report;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  CompareCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** An arm of this program, or that there is to be none. */
  enum ArmMode {
    SINGLE(ServiceMode.SINGLE),
    THREADS(ServiceMode.THREADS),
    PROCESSES(ServiceMode.PROCESSES),
    NONE(null);

    private final @Nullable ServiceMode mode;

    ArmMode(@Nullable ServiceMode mode) {
      this.mode = mode;
    }

    Optional<ServiceMode> mode() {
      return Optional.ofNullable(mode);
    }
  }

  @Override
  public Integer call() throws ComparisonException, ConfigException, InterruptedException {
    CompareChoice choice = new CompareChoice(this);
    try (ReportFiles files = ReportFiles.of(Optional.ofNullable(report))) {
      ComparisonRunner runner =
          new ComparisonRunner(
              choice.plan(), line -> surroundings.err().println("supervisor: compare: " + line));
      Comparison comparison = run(runner, files);
      ComparisonFigures figures = ComparisonFigures.of(comparison, goal);
      surroundings
          .out()
          .print(
              json
                  ? ComparisonJson.of(comparison, figures).encode() + "\n"
                  : ComparisonText.of(comparison, figures));
      files.write(comparison, figures);
      return ExitCode.OK;
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
    }
  }

  /** A signal ends the JVM with its own exit code once the hook has ended the arms. */
  private Comparison run(ComparisonRunner runner, ReportFiles files)
      throws ComparisonException, InterruptedException {
    Thread hook =
        new Thread(
            () -> {
              surroundings.err().println("supervisor: compare: ending all that was started");
              files.close();
              runner.close();
            },
            "compare-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try (runner) {
      return runner.run();
    } finally {
      removeHook(hook);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException endsAlready) {
      // The hook runs, and has ended the arms: that is why we are here.
      awaitEnd();
    }
  }

  /** What failed since the arms were gone is not to be told: the JVM ends any moment. */
  private static void awaitEnd() {
    try {
      Thread.sleep(Duration.ofMinutes(1).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
