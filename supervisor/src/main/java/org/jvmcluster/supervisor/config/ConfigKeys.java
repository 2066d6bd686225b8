package org.jvmcluster.supervisor.config;

import static org.jvmcluster.supervisor.config.ValueParser.choice;
import static org.jvmcluster.supervisor.config.ValueParser.duration;
import static org.jvmcluster.supervisor.config.ValueParser.integer;
import static org.jvmcluster.supervisor.config.ValueParser.onOff;
import static org.jvmcluster.supervisor.config.ValueParser.options;
import static org.jvmcluster.supervisor.config.ValueParser.single;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.supervisor.config.ConfigKey.Change;
import org.jvmcluster.supervisor.config.ConfigKey.Shape;
import org.jvmcluster.supervisor.fleet.RestartBackoff;

/**
 * The table of all settings. A new one is one entry here and one component of {@link
 * SupervisorConfig}; the option, the variable, the check of files and {@code config --explain}
 * follow, and a test asks for its lines in {@code config/supervisor.yaml}.
 */
public final class ConfigKeys {
  /** A worker that needs longer to become ready, or a request longer to finish, is stuck. */
  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

  /** Below this not even an empty JVM is up. */
  private static final Duration SHORTEST_READY_TIMEOUT = Duration.ofMillis(100);

  /** More loops than this in one JVM is a typing error: none has so many cores. */
  private static final int MOST_EVENT_LOOPS = 256;

  /** More requests in flight than this, in one worker, exceed what it may have descriptors for. */
  private static final int MOST_IN_FLIGHT = 1_000_000;

  /** What the kernel keeps the length of an accept queue in. */
  private static final int LONGEST_BACKLOG = Integer.MAX_VALUE;

  private static final int HIGHEST_PORT = 65_535;

  private static final String OFF = "off";

  public static final ConfigKey<WorkerCount> WORKERS =
      new ConfigKey<>(
          "workers",
          "N|auto",
          List.of("auto"),
          "1..1024 or auto",
          "workers",
          "Worker JVMs that share the port, auto is one for each core the container allows; in mode"
              + " threads the compute threads of the one JVM, auto is one core fewer; in mode single"
              + " always 1.",
          Change.RESTART,
          Shape.VALUE,
          single(WorkerCount::parse),
          word(WorkerCount::toString));

  public static final ConfigKey<ServiceMode> MODE =
      new ConfigKey<>(
          "mode",
          "processes|threads|single",
          List.of("processes"),
          "processes, threads or single",
          "mode",
          "Many worker JVMs; or one JVM with an event loop and compute threads; or one JVM with an"
              + " event loop.",
          Change.NEW_SUPERVISOR,
          Shape.VALUE,
          single(choice(ServiceMode.class)),
          word(ValueParser::choiceName));

  public static final ConfigKey<Integer> PORT =
      new ConfigKey<>(
          "port",
          "P",
          List.of("3100"),
          "0..65535",
          "TCP port",
          "The port that the workers share; with 0 the kernel chooses and the first line says it.",
          Change.NEW_SUPERVISOR,
          Shape.VALUE,
          single(integer(0, HIGHEST_PORT)),
          word(String::valueOf));

  public static final ConfigKey<String> HOST =
      new ConfigKey<>(
          "host",
          "H",
          List.of("127.0.0.1"),
          "an IPv4 or IPv6 address, or a name that resolves to one address",
          "address",
          "The address to listen on; 0.0.0.0 or :: is every address of the machine.",
          Change.NEW_SUPERVISOR,
          Shape.VALUE,
          single(ConfigKeys::host),
          word(Function.identity()));

  public static final ConfigKey<ListenMode> LISTEN =
      new ConfigKey<>(
          "listen",
          "reuseport|shared",
          List.of("reuseport"),
          "reuseport or shared",
          "mode",
          "One SO_REUSEPORT socket for each slot, or one socket for all.",
          Change.NEW_SUPERVISOR,
          Shape.VALUE,
          single(choice(ListenMode.class)),
          word(ValueParser::choiceName));

  public static final ConfigKey<Acceptance> ACCEPT =
      new ConfigKey<>(
          "accept",
          "idle|own",
          List.of("idle"),
          "idle or own",
          "mode",
          "Idle workers serve their neighbours' connections, or only those of slots without a ready"
              + " worker.",
          Change.RESTART,
          Shape.VALUE,
          single(choice(Acceptance.class)),
          word(ValueParser::choiceName));

  public static final ConfigKey<Integer> BACKLOG =
      new ConfigKey<>(
          "backlog",
          "N",
          List.of("4096"),
          "1 or more; the kernel caps it at net.core.somaxconn",
          "connections",
          "How many connections may wait in a listening socket to be accepted.",
          Change.NEW_SUPERVISOR,
          Shape.VALUE,
          single(integer(1, LONGEST_BACKLOG)),
          word(String::valueOf));

  public static final ConfigKey<Integer> EVENT_LOOPS =
      new ConfigKey<>(
          "event-loops",
          "K",
          List.of("1"),
          "1..256",
          "threads per worker",
          "Event loops of each worker.",
          Change.RESTART,
          Shape.VALUE,
          single(integer(1, MOST_EVENT_LOOPS)),
          word(String::valueOf));

  public static final ConfigKey<Duration> READY_TIMEOUT =
      new ConfigKey<>(
          "ready-timeout",
          "D",
          List.of("30s"),
          "100ms..1h",
          "duration",
          "A worker that is not ready so long after its start is stopped and counts as failed.",
          Change.RESTART,
          Shape.VALUE,
          single(duration(SHORTEST_READY_TIMEOUT, LONGEST_TIMEOUT)),
          word(DurationText::format));

  public static final ConfigKey<Duration> DRAIN_TIMEOUT =
      new ConfigKey<>(
          "drain-timeout",
          "D",
          List.of("10s"),
          "0s..1h",
          "duration",
          "How long a stopping worker may finish its requests before they are cut; also the limit"
              + " of workers whose supervisor died.",
          Change.RESTART,
          Shape.VALUE,
          single(duration(Duration.ZERO, LONGEST_TIMEOUT)),
          word(DurationText::format));

  public static final ConfigKey<RestartBackoff> BACKOFF =
      new ConfigKey<>(
          "backoff",
          "FIRST,BASE..CAP",
          List.of("0s,1s..30s"),
          "FIRST,BASE..CAP with 0 <= FIRST, 0 < BASE <= CAP <= 1h, as in 0s,1s..30s",
          "durations",
          "Wait before a dying worker is started again: FIRST after its first death, then BASE,"
              + " doubling up to CAP, each varied by a fifth; 60 s of being ready begin anew.",
          Change.RESTART,
          Shape.VALUE,
          single(BackoffText.parser(LONGEST_TIMEOUT)),
          word(BackoffText::format));

  public static final ConfigKey<Integer> MAX_IN_FLIGHT =
      new ConfigKey<>(
          "max-in-flight",
          "N",
          List.of("64"),
          "1..1000000",
          "requests per worker",
          "A worker with so many requests in flight accepts no more connections until one is done.",
          Change.RESTART,
          Shape.VALUE,
          single(integer(1, MOST_IN_FLIGHT)),
          word(String::valueOf));

  public static final ConfigKey<List<String>> JVM_OPT =
      new ConfigKey<>(
          "jvm-opt",
          "X",
          List.of(),
          "options of the JVM, each beginning with a dash",
          "list",
          "Added to the workers' JVM options, after the built-in ones.",
          Change.RESTART,
          Shape.LIST,
          options(),
          Function.identity());

  public static final ConfigKey<OptionalInt> ADMIN_PORT =
      new ConfigKey<>(
          "admin-port",
          "A",
          List.of(OFF),
          "1..65535 or off",
          "TCP port",
          "Serves the GETs of the admin API over HTTP on 127.0.0.1, for reading only.",
          Change.NEW_SUPERVISOR,
          Shape.VALUE,
          single(ConfigKeys::portOrOff),
          word(port -> port.isPresent() ? String.valueOf(port.getAsInt()) : OFF));

  public static final ConfigKey<Boolean> FAULTS =
      new ConfigKey<>(
          "faults",
          "on|off",
          List.of(OFF),
          "on or off",
          "switch",
          "Faults of the bundled service: /hang, /exit, /leak, /garbage, a slow boot, a crash at boot.",
          Change.RESTART,
          Shape.SWITCH,
          single(onOff()),
          word(on -> on ? "on" : OFF));

  /** Every key, in the order in which people read them. */
  public static final List<ConfigKey<?>> ALL =
      List.of(
          WORKERS,
          MODE,
          PORT,
          HOST,
          LISTEN,
          ACCEPT,
          BACKLOG,
          EVENT_LOOPS,
          WorkerKeys.POOL_SIZE,
          WorkerKeys.POOL_QUEUE,
          WorkerKeys.POOL_SPLIT,
          READY_TIMEOUT,
          DRAIN_TIMEOUT,
          WorkerKeys.HANG_TIMEOUT,
          BACKOFF,
          MAX_IN_FLIGHT,
          WorkerKeys.SHED,
          WorkerKeys.SHED_AFTER,
          JVM_OPT,
          ADMIN_PORT,
          FAULTS);

  private ConfigKeys() {}

  /** The key of that name. */
  public static Optional<ConfigKey<?>> named(String name) {
    return ALL.stream().filter(key -> key.name().equals(name)).findFirst();
  }

  static List<String> names() {
    return ALL.stream().<String>map(ConfigKey::name).toList();
  }

  private static <T> Function<T, List<String>> word(Function<T, String> formatter) {
    return value -> List.of(formatter.apply(value));
  }

  private static String host(String word) throws BadValueException {
    // Whether it resolves is asked when the sockets are made: a name server may be down now.
    if (word.isEmpty() || word.chars().anyMatch(c -> Character.isWhitespace(c) || c == '/')) {
      throw new BadValueException("'" + word + "' is neither an address nor a host name");
    }
    boolean bracketed = word.startsWith("[") && word.endsWith("]");
    return bracketed ? word.substring(1, word.length() - 1) : word;
  }

  private static OptionalInt portOrOff(String word) throws BadValueException {
    return word.equals(OFF)
        ? OptionalInt.empty()
        : OptionalInt.of(integer(1, HIGHEST_PORT).parse(word));
  }
}
