package org.jvmcluster.supervisor.config;

import static org.jvmcluster.supervisor.config.ValueParser.duration;
import static org.jvmcluster.supervisor.config.ValueParser.durationOrZero;
import static org.jvmcluster.supervisor.config.ValueParser.integer;
import static org.jvmcluster.supervisor.config.ValueParser.onOff;
import static org.jvmcluster.supervisor.config.ValueParser.single;

import java.time.Duration;
import java.util.List;
import org.jvmcluster.supervisor.config.ConfigKey.Change;
import org.jvmcluster.supervisor.config.ConfigKey.Shape;

/**
 * The part of the table of settings that is about the inside of a worker: pool, hangs, overload.
 */
final class WorkerKeys {
  /** More threads than this wait for the cores, not for anything a pool could help with. */
  private static final int LARGEST_POOL = 1024;

  /** Tasks of a kilobyte each fill the largest heap we choose before so many wait. */
  private static final int LONGEST_QUEUE = 1_000_000;

  /**
   * Reports come every second: below two of them, one late report would be a silence for which a
   * worker dies.
   */
  private static final Duration SHORTEST_HANG = Duration.ofSeconds(2);

  private static final Duration LONGEST_HANG = Duration.ofHours(1);

  /** Below this a single collection of garbage would be an overload. */
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  static final ConfigKey<Integer> POOL_SIZE =
      new ConfigKey<>(
          "pool-size",
          "N",
          List.of("4"),
          "1..1024",
          "threads per worker",
          "Threads of each worker's task pool, which runs what would block an event loop.",
          Change.RESTART,
          Shape.VALUE,
          single(integer(1, LARGEST_POOL)),
          value -> List.of(String.valueOf(value)));

  static final ConfigKey<Integer> POOL_QUEUE =
      new ConfigKey<>(
          "pool-queue",
          "N",
          List.of("1000"),
          "1..1000000",
          "tasks per worker",
          "How many tasks may wait for a thread of the pool; beyond that they are refused at once.",
          Change.RESTART,
          Shape.VALUE,
          single(integer(1, LONGEST_QUEUE)),
          value -> List.of(String.valueOf(value)));

  static final ConfigKey<Boolean> POOL_SPLIT =
      new ConfigKey<>(
          "pool-split",
          "on|off",
          List.of("off"),
          "on or off",
          "switch",
          "Half of the pool's threads for tasks that compute and half for those that wait, each with a"
              + " queue of its own, so that neither holds up the other; needs a pool-size of 2.",
          Change.RESTART,
          Shape.SWITCH,
          single(onOff()),
          WorkerKeys::onOffWord);

  static final ConfigKey<Duration> HANG_TIMEOUT =
      new ConfigKey<>(
          "hang-timeout",
          "D",
          List.of("1m"),
          "2s..1h, or 0s for never",
          "duration",
          "A worker whose event loops have all been blocked for so long, or that has been silent for"
              + " so long though it had its share of CPU, is dumped, killed and replaced.",
          Change.RESTART,
          Shape.VALUE,
          single(durationOrZero(SHORTEST_HANG, LONGEST_HANG)),
          value -> List.of(DurationText.format(value)));

  static final ConfigKey<Boolean> SHED =
      new ConfigKey<>(
          "shed",
          "on|off",
          List.of("on"),
          "on or off",
          "switch",
          "An overloaded worker refuses requests with 503 and Retry-After instead of letting all of"
              + " them wait.",
          Change.RESTART,
          Shape.SWITCH,
          single(onOff()),
          WorkerKeys::onOffWord);

  static final ConfigKey<Duration> SHED_AFTER =
      new ConfigKey<>(
          "shed-after",
          "D",
          List.of("1s"),
          "10ms..10m",
          "duration",
          "So long a wait of requests before their turn is an overload.",
          Change.RESTART,
          Shape.VALUE,
          single(duration(SHORTEST_WAIT, LONGEST_WAIT)),
          value -> List.of(DurationText.format(value)));

  private WorkerKeys() {}

  private static List<String> onOffWord(boolean on) {
    return List.of(on ? "on" : "off");
  }
}
