package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jvmcluster.runtime.api.PoolOptions;

/**
 * How the service runs.
 *
 * @param host what to bind
 * @param port 0: one the system chooses
 * @param eventLoops event loops, and as many instances of the service
 * @param mode how it uses more than one core
 * @param computeThreads threads that compute, in mode {@code threads}; 0 in the others
 * @param pool what the task pool is like
 * @param reusePort whether other processes may listen on the same port; without a supervisor
 * @param faults whether the fault routes exist and the two settings below are obeyed
 * @param lookupAllow names that {@code /lookup} may be asked for
 * @param fetchAllow hosts beside loopback that {@code /fetch} may call
 * @param bootDelay how long the start is held up; a fault
 * @param crashFile while it exists, the service exits before it listens; a fault
 */
record Settings(
    String host,
    int port,
    int eventLoops,
    Mode mode,
    int computeThreads,
    PoolOptions pool,
    boolean reusePort,
    boolean faults,
    AllowedNames lookupAllow,
    AllowedNames fetchAllow,
    Duration bootDelay,
    Optional<Path> crashFile) {
  /** More event loops than this are a typing error. */
  private static final int MAX_EVENT_LOOPS = 256;

  private static final int MAX_COMPUTE_THREADS = 1024;

  /** The names that nobody may own (RFC 2606, RFC 6761), so that no name server is bothered. */
  private static final String DEFAULT_LOOKUP_ALLOW =
      "localhost,*.localhost,*.test,*.invalid,*.example";

  /** An hour: longer than any ready timeout worth testing. */
  private static final int MAX_BOOT_DELAY_MILLIS = 3_600_000;

  static final String USAGE =
      """
      usage: [--event-loops K] [--mode M [--compute-threads N]] [--reuse-port] [--faults]
        --event-loops K      event loops, 1..256 (default 1)
        --mode M             processes: one of several (default); threads: one event loop, and
                             threads that compute; single: one event loop, which does everything
        --compute-threads N  in mode threads, 1..1024 (default: the cores less one, at least 1)
        --reuse-port         several processes may share the port, without a supervisor: the kernel
                             spreads connections over them by a hash; on Netty's epoll transport
        --faults             the routes /hang, /exit, /leak and /garbage exist, and
                             WORKER_BOOT_DELAY_MS and WORKER_CRASH_FILE are obeyed; also
                             WORKER_FAULTS=true
      environment: HOST (default 127.0.0.1), PORT (default 3100, 0: any free one),
        POOL_SIZE (4), POOL_QUEUE (1000), POOL_SPLIT (off): the task pool,
        LOOKUP_ALLOW: names for /lookup (localhost,*.localhost,*.test,*.invalid,*.example),
        FETCH_ALLOW: hosts beside loopback for /fetch (none)""";

  Settings {
    requireNonNull(host, "host");
    requireNonNull(mode, "mode");
    requireNonNull(pool, "pool");
    requireNonNull(lookupAllow, "lookupAllow");
    requireNonNull(fetchAllow, "fetchAllow");
    requireNonNull(bootDelay, "bootDelay");
    requireNonNull(crashFile, "crashFile");
  }

  /**
   * Reads the arguments and the environment.
   *
   * @throws IllegalArgumentException saying which one is wrong and what would be right
   */
  static Settings from(List<String> arguments, Map<String, String> environment) {
    int eventLoops = 1;
    Mode mode = Mode.PROCESSES;
    int computeThreads = 0;
    boolean reusePort = false;
    boolean faults = environment.getOrDefault("WORKER_FAULTS", "false").equals("true");
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      switch (argument) {
        case "--faults" -> faults = true;
        case "--reuse-port" -> reusePort = true;
        case "--event-loops" ->
            eventLoops =
                number("--event-loops", rest.hasNext() ? rest.next() : "", 1, MAX_EVENT_LOOPS);
        case "--mode" -> mode = mode(rest.hasNext() ? rest.next() : "");
        case "--compute-threads" ->
            computeThreads =
                number(
                    "--compute-threads", rest.hasNext() ? rest.next() : "", 1, MAX_COMPUTE_THREADS);
        default -> throw new IllegalArgumentException("unknown argument '" + argument + "'");
      }
    }
    if (mode != Mode.PROCESSES && eventLoops != 1) {
      throw new IllegalArgumentException(
          "--event-loops " + eventLoops + " is for mode processes; the other modes have one");
    }
    if (mode != Mode.THREADS && computeThreads != 0) {
      throw new IllegalArgumentException("--compute-threads is for --mode threads");
    }
    if (mode == Mode.THREADS && computeThreads == 0) {
      computeThreads = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
    }
    Optional<Path> crashFile = Optional.empty();
    Duration bootDelay = Duration.ZERO;
    if (faults) {
      crashFile = Optional.ofNullable(environment.get("WORKER_CRASH_FILE")).map(Path::of);
      bootDelay =
          Duration.ofMillis(
              number("WORKER_BOOT_DELAY_MS", environment, 0, 0, MAX_BOOT_DELAY_MILLIS));
    }
    return new Settings(
        environment.getOrDefault("HOST", "127.0.0.1"),
        number("PORT", environment, 3100, 0, 65_535),
        eventLoops,
        mode,
        computeThreads,
        PoolOptions.from(environment),
        reusePort,
        faults,
        AllowedNames.of(
            "LOOKUP_ALLOW", environment.getOrDefault("LOOKUP_ALLOW", DEFAULT_LOOKUP_ALLOW)),
        AllowedNames.of("FETCH_ALLOW", environment.getOrDefault("FETCH_ALLOW", "")),
        bootDelay,
        crashFile);
  }

  private static Mode mode(String value) {
    for (Mode mode : Mode.values()) {
      if (Parameters.wireName(mode).equals(value)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "--mode is processes, threads or single, not '" + value + "'");
  }

  private static int number(
      String name, Map<String, String> environment, int absent, int least, int most) {
    String value = environment.get(name);
    return value == null ? absent : number(name, value, least, most);
  }

  private static int number(String name, String value, int least, int most) {
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, in the same words as for a number out of range.
    }
    throw new IllegalArgumentException(
        name + " is a whole number from " + least + " to " + most + ", not '" + value + "'");
  }
}
