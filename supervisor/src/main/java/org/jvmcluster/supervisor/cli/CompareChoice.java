package org.jvmcluster.supervisor.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.compare.ArmSpec;
import org.jvmcluster.supervisor.compare.ArmsFile;
import org.jvmcluster.supervisor.compare.ComparisonPlan;
import org.jvmcluster.supervisor.compare.ComparisonPlan.FaultPlan;
import org.jvmcluster.supervisor.compare.ComparisonPlan.IsolationPlan;
import org.jvmcluster.supervisor.compare.ComparisonPlan.SweepPlan;
import org.jvmcluster.supervisor.compare.LoadShape;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ListenMode;
import org.jvmcluster.supervisor.config.ServiceMode;
import org.jvmcluster.supervisor.load.LoadMix;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.LoadTarget;
import org.jvmcluster.supervisor.process.Cores;
import picocli.CommandLine.ParameterException;

/** What the options of {@code compare} ask for, or why they make no sense together. */
final class CompareChoice {
  private static final String DEFAULT_PATH = "/cpu?ms=100";
  private static final String DEFAULT_LIGHT = "/fast";
  private static final String DEFAULT_HEAVY = "/report";
  private static final String DEFAULT_SWEEP_PATH = "/block?ms=20";
  private static final long DEFAULT_REQUESTS = 20;
  private static final int DEFAULT_SECONDS = 5;
  private static final int DEFAULT_FAULT_SECONDS = 6;
  private static final double DEFAULT_FAULT_RATE = 100;
  private static final int DEFAULT_SWEEP_SECONDS = 3;

  /** A service that answers in a second keeps up with a thousand requests a second so. */
  private static final int CLIENTS_WITH_RATE = 1000;

  private static final int MOST_WORKERS = 64;
  private static final int MOST_ROUNDS = 100;
  private static final int MOST_SECONDS = 600;
  private static final double MOST_PER_SECOND = 100_000;

  /** The load on the arms goes on for two seconds before a worker is killed, and shows it after. */
  private static final int LEAST_FAULT_SECONDS = 3;

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
  private static final Pattern NAMED_URL = Pattern.compile("([A-Za-z0-9][^=/:]*)=(http.*)");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,4})\\.\\.(\\d{1,4})");
  private static final Pattern LIST = Pattern.compile("\\d{1,4}(,\\d{1,4})*");

  private final CompareCommand options;

  CompareChoice(CompareCommand options) {
    this.options = options;
  }

  /**
   * All of it.
   *
   * @throws ParameterException when the options make no sense together
   * @throws ConfigException when the file of arms cannot be used
   */
  ComparisonPlan plan() throws ConfigException {
    within("--repeat", options.repeat, 1, MOST_ROUNDS);
    if (options.timeout.isZero()) {
      throw wrong("--timeout is more than zero");
    }
    List<ArmSpec> arms = arms();
    Optional<SweepPlan> sweep = sweep();
    if (arms.isEmpty() && sweep.isEmpty()) {
      throw wrong(
          "there is nothing to compare: leave --modes none out, or give --url, --arms or --sweep");
    }
    return new ComparisonPlan(
        arms,
        load(),
        options.repeat,
        isolation(),
        faults(),
        sweep,
        options.timeout,
        SupervisorProgram.programVersion(),
        RepeatedCommand.of(options.spec.commandLine().getParseResult().originalArgs()));
  }

  private List<ArmSpec> arms() throws ConfigException {
    boolean services = !options.urls.isEmpty() || options.arms != null;
    Set<CompareCommand.ArmMode> modes = new LinkedHashSet<>(options.modes);
    if (modes.contains(CompareCommand.ArmMode.NONE) && modes.size() > 1) {
      throw wrong("--modes none stands alone: remove none, or the others");
    }
    if (modes.isEmpty() && !services) {
      modes.addAll(
          List.of(
              CompareCommand.ArmMode.SINGLE,
              CompareCommand.ArmMode.THREADS,
              CompareCommand.ArmMode.PROCESSES));
    }
    List<ArmSpec> arms = new ArrayList<>();
    for (CompareCommand.ArmMode mode : modes) {
      mode.mode().ifPresent(own -> addOwn(own, arms));
    }
    boolean own = !arms.isEmpty();
    if (!own && !options.runOptions.isEmpty() && options.sweep == null) {
      throw wrong("--run-opt is for arms of this program, and there is none: give --modes");
    }
    if (options.withNode) {
      arms.add(new ArmSpec.Node(workers()));
    }
    for (String url : options.urls) {
      arms.add(running(url));
    }
    if (options.arms != null) {
      arms.addAll(ArmsFile.read(options.arms));
    }
    requireUniqueNames(arms);
    return arms;
  }

  private void addOwn(ServiceMode mode, List<ArmSpec> arms) {
    if (mode != ServiceMode.PROCESSES) {
      int workers = mode == ServiceMode.SINGLE ? 1 : workers();
      arms.add(new ArmSpec.Own(mode, workers, ListenMode.REUSEPORT, options.runOptions));
      return;
    }
    for (ListenMode listen : listen()) {
      arms.add(new ArmSpec.Own(mode, workers(), listen, options.runOptions));
    }
  }

  private Set<ListenMode> listen() {
    return options.listen.isEmpty()
        ? Set.of(ListenMode.REUSEPORT)
        : new LinkedHashSet<>(options.listen);
  }

  private int workers() {
    int workers =
        options.workers == null ? Math.max(2, Cores.ofThisProcess().count()) : options.workers;
    return within("--workers", workers, 1, MOST_WORKERS);
  }

  private ArmSpec running(String text) {
    Matcher named = NAMED_URL.matcher(text);
    String url = named.matches() ? named.group(2) : text;
    LoadTarget target;
    try {
      target = LoadTarget.of(url);
    } catch (IllegalArgumentException e) {
      throw wrong("--url: " + e.getMessage());
    }
    if (!target.path().equals("/")) {
      throw wrong(
          "--url gives host and port only: leave '"
              + target.path()
              + "' out, and give it with --path");
    }
    return new ArmSpec.Running(named.matches() ? named.group(1) : target.hostHeader(), target);
  }

  private void requireUniqueNames(List<ArmSpec> arms) {
    Set<String> names = new HashSet<>();
    for (ArmSpec arm : arms) {
      if (!names.add(arm.arm().name())) {
        throw wrong(
            "two arms are called '" + arm.arm().name() + "'; name one, such as --url other=URL");
      }
    }
  }

  private LoadShape load() {
    exclude("--path", options.path, "--mix", options.mix);
    exclude("--requests", options.requests, "--rate", options.rate);
    exclude("--requests", options.requests, "--concurrency", options.concurrency);
    exclude("--requests", options.requests, "--seconds", options.seconds);
    if (options.seconds != null && options.rate == null && options.concurrency == null) {
      throw wrong("--seconds is for --rate or --concurrency; give one of them");
    }
    LoadMix mix =
        options.mix == null ? LoadMix.of(path("--path", options.path, DEFAULT_PATH)) : options.mix;
    if (options.rate == null && options.concurrency == null) {
      return burst(mix, options.requests == null ? DEFAULT_REQUESTS : options.requests);
    }
    return new LoadShape(
        mix,
        OptionalLong.empty(),
        options.rate == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(rate("--rate", options.rate)),
        clients(),
        OptionalInt.of(seconds("--seconds", options.seconds, DEFAULT_SECONDS, 1)),
        options.fresh,
        REQUEST_TIMEOUT);
  }

  private LoadShape burst(LoadMix mix, long requests) {
    int atOnce =
        within(
            "--requests",
            Math.toIntExact(Math.min(requests, Integer.MAX_VALUE)),
            1,
            LoadPlan.MOST_CLIENTS);
    return new LoadShape(
        mix,
        OptionalLong.of(atOnce),
        OptionalDouble.empty(),
        atOnce,
        OptionalInt.empty(),
        true,
        REQUEST_TIMEOUT);
  }

  private int clients() {
    int clients = options.concurrency == null ? CLIENTS_WITH_RATE : options.concurrency;
    return within("--concurrency", clients, 1, LoadPlan.MOST_CLIENTS);
  }

  private Optional<IsolationPlan> isolation() {
    if (options.noIsolation) {
      exclude("--no-isolation", true, "--heavy", options.heavy);
      return Optional.empty();
    }
    boolean ofServices = options.light != null && options.heavy != null;
    return Optional.of(
        new IsolationPlan(
            path("--light", options.light, DEFAULT_LIGHT),
            path("--heavy", options.heavy, DEFAULT_HEAVY),
            ofServices));
  }

  private Optional<FaultPlan> faults() {
    if (options.noFaults) {
      exclude("--no-faults", true, "--fault-rate", options.faultRate);
      exclude("--no-faults", true, "--fault-seconds", options.faultSeconds);
      return Optional.empty();
    }
    double rate =
        options.faultRate == null ? DEFAULT_FAULT_RATE : rate("--fault-rate", options.faultRate);
    return Optional.of(
        new FaultPlan(
            path("--light", options.light, DEFAULT_LIGHT),
            rate,
            seconds(
                "--fault-seconds",
                options.faultSeconds,
                DEFAULT_FAULT_SECONDS,
                LEAST_FAULT_SECONDS)));
  }

  private Optional<SweepPlan> sweep() {
    String text = options.sweep;
    if (text == null) {
      require("--sweep-path", options.sweepPath);
      require("--sweep-seconds", options.sweepSeconds);
      return Optional.empty();
    }
    return Optional.of(
        new SweepPlan(
            sizes(text),
            path("--sweep-path", options.sweepPath, DEFAULT_SWEEP_PATH),
            seconds("--sweep-seconds", options.sweepSeconds, DEFAULT_SWEEP_SECONDS, 1),
            listen().iterator().next(),
            options.runOptions));
  }

  private void require(String option, @Nullable Object value) {
    if (value != null) {
      throw wrong(option + " is for --sweep; give that, such as --sweep 1..8");
    }
  }

  private List<Integer> sizes(String text) {
    Matcher range = RANGE.matcher(text);
    TreeSet<Integer> sizes = new TreeSet<>();
    if (range.matches()) {
      for (int n = Integer.parseInt(range.group(1)); n <= Integer.parseInt(range.group(2)); n++) {
        sizes.add(n);
      }
    } else if (LIST.matcher(text).matches()) {
      for (String word : text.split(",", -1)) {
        sizes.add(Integer.valueOf(word));
      }
    }
    if (sizes.isEmpty() || sizes.first() < 1 || sizes.last() > MOST_WORKERS) {
      throw wrong(
          "--sweep takes numbers of workers in 1.."
              + MOST_WORKERS
              + ", such as 1..8 or 1,2,4, not '"
              + text
              + "'");
    }
    return List.copyOf(sizes);
  }

  private String path(String option, @Nullable String given, String otherwise) {
    String path = given == null ? otherwise : given;
    try {
      // As strict as a mix: what is no path of a URL would fail in every arm.
      return LoadMix.parse(path.replace(",", "%2C") + "=1").parts().get(0).path();
    } catch (IllegalArgumentException e) {
      throw wrong(
          option
              + " takes the path of a URL from the slash on, such as "
              + otherwise
              + ", not '"
              + path
              + "'");
    }
  }

  private double rate(String option, double rate) {
    if (!(rate > 0 && rate <= MOST_PER_SECOND)) {
      throw wrong(
          option + " is a number above 0 and up to " + (long) MOST_PER_SECOND + ", not " + rate);
    }
    return rate;
  }

  private int seconds(String option, @Nullable Integer given, int otherwise, int least) {
    return within(option, given == null ? otherwise : given, least, MOST_SECONDS);
  }

  private int within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw wrong(option + " lies in " + least + ".." + most + ", not " + value);
    }
    return value;
  }

  private void exclude(String one, @Nullable Object first, String other, @Nullable Object second) {
    if (first != null && second != null) {
      throw wrong(one + " and " + other + " exclude each other; leave one out");
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(options.spec.commandLine(), message);
  }
}
