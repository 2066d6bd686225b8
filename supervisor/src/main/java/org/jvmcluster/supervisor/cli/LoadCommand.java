package org.jvmcluster.supervisor.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.config.DurationText;
import org.jvmcluster.supervisor.load.LoadClient;
import org.jvmcluster.supervisor.load.LoadException;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.LoadResult;
import org.jvmcluster.supervisor.load.LoadTarget;
import org.jvmcluster.supervisor.load.SendSequence;
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
      "Each client sends its next request as soon as it has the answer to the last; with --rate"
          + " requests are due at even distances whatever the service does. Nothing is repeated"
          + " unless --retries says so. Exit code 1 when any request failed."
    })
final class LoadCommand implements Callable<Integer> {
  /** A run without --seconds ends all the same. */
  private static final Duration LONGEST_BY_COUNT = Duration.ofMinutes(10);

  /** A run with neither --requests nor --seconds. */
  private static final Duration DEFAULT_TIME = Duration.ofSeconds(10);

  private static final int DEFAULT_CLIENTS = 10;

  /** A service that answers in a second keeps up with a thousand requests a second so. */
  private static final int DEFAULT_CLIENTS_WITH_RATE = 1000;

  /** Ten times what one event loop of this client can send. */
  private static final int MOST_PER_SECOND = 1_000_000;

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
      description =
          "Requests a second, at even distances. A request whose client is not free in time counts"
              + " its wait as latency.")
  @Nullable Double rate;

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

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  LoadCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws LoadException, InterruptedException {
    LoadPlan plan = plan();
    LoadClient client = new LoadClient(plan, sequence());
    LoadResult result = ProgressBar.during(client::run, surroundings, plan, client::doneSoFar);
    surroundings
        .out()
        .print(
            json
                ? LoadReport.json(result, perSecond).encode() + "\n"
                : LoadReport.text(plan, result, perSecond));
    Optional<String> shortfall = shortfall(result);
    shortfall.ifPresent(surroundings.err()::println);
    return result.failed() > 0 || shortfall.isPresent() ? ExitCode.FAILED : ExitCode.OK;
  }

  private LoadPlan plan() {
    LoadTarget to = target;
    if (to == null) {
      throw new IllegalStateException("the URL is a required parameter");
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
          retries);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private int clients() {
    if (concurrency != null) {
      return concurrency;
    }
    return rate == null ? DEFAULT_CLIENTS : DEFAULT_CLIENTS_WITH_RATE;
  }

  private SendSequence sequence() {
    if (rate == null) {
      return SendSequence.closedLoop();
    }
    if (!(rate > 0 && rate <= MOST_PER_SECOND)) {
      throw new ParameterException(
          spec.commandLine(),
          "--rate is a number above 0 and up to " + MOST_PER_SECOND + ", not " + rate);
    }
    return SendSequence.constantRate(rate);
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

  static final class TargetConverter implements ITypeConverter<LoadTarget> {
    @Override
    public LoadTarget convert(String text) {
      try {
        return LoadTarget.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  static final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return DurationText.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
