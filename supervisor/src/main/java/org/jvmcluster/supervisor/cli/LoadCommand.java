package org.jvmcluster.supervisor.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.config.DurationText;
import org.jvmcluster.supervisor.load.LoadClient;
import org.jvmcluster.supervisor.load.LoadException;
import org.jvmcluster.supervisor.load.LoadMix;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.LoadResult;
import org.jvmcluster.supervisor.load.LoadTarget;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "load",
    description = {
      "Sends GET requests and reports what a client sees: latency from the moment a request was"
          + " meant to be sent to its last byte, failures by kind, a row for each worker.",
      "Each client sends its next request as soon as it has the answer to the last (closed loop);"
          + " with --rate requests are due whatever the service does (open loop). Nothing is"
          + " repeated unless --retries says so. Exit code 1 when any request failed."
    })
final class LoadCommand implements Callable<Integer> {
  /** A run without --seconds ends all the same. */
  private static final Duration LONGEST_BY_COUNT = Duration.ofMinutes(10);

  /** A run with neither --requests nor --seconds. */
  private static final Duration DEFAULT_TIME = Duration.ofSeconds(10);

  private static final int DEFAULT_CLIENTS = 10;

  /** A service that answers in a second keeps up with a thousand requests a second so. */
  private static final int DEFAULT_CLIENTS_WITH_RATE = 1000;

  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "URL",
      converter = TargetConverter.class,
      description = "Where to: http://HOST[:PORT][/PATH].")
  @Nullable LoadTarget target;

  @Option(
      names = "--concurrency",
      paramLabel = "C",
      description =
          "Clients, each with one connection and one request at a time. Default: 10, with --rate"
              + " 1000.")
  @Nullable Integer concurrency;

  @Option(
      names = "--rate",
      paramLabel = "R",
      converter = RateConverter.class,
      description =
          "Requests a second: R; R1..R2, evenly from one to the other over --seconds; R1,R2,R3 for"
              + " equal parts of --seconds. A request that no client is free for in time counts its"
              + " wait as latency.")
  @Nullable LoadRate rate;

  @Option(
      names = "--arrivals",
      paramLabel = "WHEN",
      description =
          "With --rate: even, at even distances, the default, or poisson, by chance, with a fixed"
              + " seed, see --seed.")
  @Nullable Arrivals arrivals;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "With --arrivals poisson: another seed is another chance. Default: 1.")
  @Nullable Long seed;

  @Option(
      names = "--mix",
      paramLabel = "PATH=W,...",
      converter = MixConverter.class,
      description =
          "Ask for these paths, each as often as its weight says, in a fixed, evenly spread order:"
              + " /fast=90,/cpu?ms=20=10. The weight is behind the last '='; a comma within a path"
              + " is %2C. The URL is then http://HOST[:PORT].")
  @Nullable LoadMix mix;

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Send a request without a good answer again, up to N times, after the Retry-After of the"
              + " answer or a growing pause; not after a 4xx. Default: 0.")
  int retries;

  @Option(names = "--per-second", description = "A row for each second; runs of up to 10 minutes.")
  boolean perSecond;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "Requests in all. Without it, as many as --seconds allow.")
  @Nullable Long requests;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "Begin no request after so many seconds. Default: 10; with --requests no limit below 10"
              + " minutes.")
  @Nullable Integer seconds;

  @Option(names = "--fresh", description = "A new connection for every request.")
  boolean fresh;

  @Option(
      names = "--timeout",
      paramLabel = "D",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "How long a request may take, connecting included. Default: 30s.")
  Duration timeout = Duration.ofSeconds(30);

  @Option(
      names = "--hgrm",
      paramLabel = "FILE",
      description =
          "Write the percentile distribution of the latency there, in milliseconds, as HdrHistogram"
              + " does.")
  @Nullable Path hgrm;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  LoadCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws LoadException, InterruptedException {
    LoadPace pace = pace();
    LoadPlan plan = plan(pace);
    if (hgrm == null) {
      return report(plan, pace, run(plan, pace));
    }
    try (HgrmFile file = writable(hgrm)) {
      LoadResult result = run(plan, pace);
      int code = report(plan, pace, result);
      file.write(result.distribution());
      return code;
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
    }
  }

  private LoadResult run(LoadPlan plan, LoadPace pace) throws LoadException, InterruptedException {
    LoadClient client = new LoadClient(plan, pace.sequence(plan.time()));
    return ProgressBar.during(client::run, surroundings, plan, client::doneSoFar);
  }

  private int report(LoadPlan plan, LoadPace pace, LoadResult result) {
    LoadReport report = new LoadReport(plan, pace, result, perSecond);
    surroundings.out().print(json ? report.json().encode() + "\n" : report.text());
    Optional<String> shortfall = shortfall(result);
    shortfall.ifPresent(surroundings.err()::println);
    return result.failed() > 0 || shortfall.isPresent() ? ExitCode.FAILED : ExitCode.OK;
  }

  private HgrmFile writable(Path path) {
    try {
      return HgrmFile.of(path);
    } catch (IOException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private LoadPace pace() {
    if (rate == null && arrivals != null) {
      throw wrong("--arrivals is for --rate: without it each client sends when it has its answer");
    }
    if (rate != null && rate.changes() && seconds == null) {
      throw wrong("--rate " + rate.text() + " needs --seconds: over which time the rate changes");
    }
    if (seed != null && arrivals != Arrivals.POISSON) {
      throw wrong("--seed is for --arrivals poisson: nothing else comes by chance");
    }
    return new LoadPace(
        Optional.ofNullable(rate),
        arrivals == null ? Arrivals.EVEN : arrivals,
        seed == null ? Arrivals.SEED : seed);
  }

  private LoadPlan plan(LoadPace pace) {
    LoadTarget to = target;
    if (to == null) {
      throw new IllegalStateException("the URL is a required parameter");
    }
    if (mix != null && !to.path().equals("/")) {
      throw wrong(
          "with --mix the URL gives host and port only: leave '"
              + to.path()
              + "' out, or put it into the mix");
    }
    Duration byCount = requests == null ? DEFAULT_TIME : LONGEST_BY_COUNT;
    try {
      return new LoadPlan(
          to,
          clients(),
          requests == null ? LoadPlan.MOST_REQUESTS : requests,
          seconds == null ? byCount : Duration.ofSeconds(seconds),
          fresh,
          timeout,
          retries,
          mix == null ? LoadMix.of(to.path()) : mix,
          pace.steps());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int clients() {
    if (concurrency != null) {
      return concurrency;
    }
    return rate == null ? DEFAULT_CLIENTS : DEFAULT_CLIENTS_WITH_RATE;
  }

  /** A number that was asked for and not reached, with no time limit that would explain it. */
  private Optional<String> shortfall(LoadResult result) {
    Long wanted = requests;
    return wanted == null || seconds != null || result.requests() >= wanted
        ? Optional.empty()
        : Optional.of(
            "supervisor: stopped after "
                + DurationText.format(LONGEST_BY_COUNT)
                + " with "
                + result.requests()
                + " of "
                + wanted
                + " requests; give --seconds for a longer run");
  }

  private static <T> T converted(String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  static final class TargetConverter implements ITypeConverter<LoadTarget> {
    @Override
    public LoadTarget convert(String text) {
      return converted(text, LoadTarget::of);
    }
  }

  static final class RateConverter implements ITypeConverter<LoadRate> {
    @Override
    public LoadRate convert(String text) {
      return converted(text, LoadRate::parse);
    }
  }

  static final class MixConverter implements ITypeConverter<LoadMix> {
    @Override
    public LoadMix convert(String text) {
      return converted(text, LoadMix::parse);
    }
  }

  static final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      return converted(text, DurationText::of);
    }
  }
}
