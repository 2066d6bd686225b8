package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the service runs.
 *
 * @param host what to bind
 * @param port 0: one the system chooses
 * @param eventLoops event loops, and as many instances of the service
 * @param reusePort whether other processes may listen on the same port; without a supervisor
 * @param faults whether the fault routes exist and the two settings below are obeyed
 * @param bootDelay how long the start is held up; a fault
 * @param crashFile while it exists, the service exits before it listens; a fault
 */
record Settings(
    String host,
    int port,
    int eventLoops,
    boolean reusePort,
    boolean faults,
    Duration bootDelay,
    Optional<Path> crashFile) {
  /** More event loops than this are a typing error. */
  private static final int MAX_EVENT_LOOPS = 256;

  /** An hour: longer than any ready timeout worth testing. */
  private static final int MAX_BOOT_DELAY_MILLIS = 3_600_000;

  static final String USAGE =
      """
      usage: [--event-loops K] [--reuse-port] [--faults]
        --event-loops K  event loops, 1..256 (default 1)
        --reuse-port     several processes may share the port, without a supervisor: the kernel
                         spreads connections over them by a hash; on Netty's epoll transport
        --faults         the routes /hang and /exit exist, and WORKER_BOOT_DELAY_MS and
                         WORKER_CRASH_FILE are obeyed; also WORKER_FAULTS=true
      environment: HOST (default 127.0.0.1), PORT (default 3100, 0: any free one)""";

  Settings {
    requireNonNull(host, "host");
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
        default -> throw new IllegalArgumentException("unknown argument '" + argument + "'");
      }
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
        reusePort,
        faults,
        bootDelay,
        crashFile);
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
