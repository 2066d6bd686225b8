package org.jvmcluster.supervisor.config;

import java.util.OptionalInt;
import org.jvmcluster.supervisor.fleet.FleetSettings;

/**
 * How many workers are wanted.
 *
 * @param fixed 1 to {@link FleetSettings#MAX_WORKERS}; empty for {@code auto}, one a core
 */
public record WorkerCount(OptionalInt fixed) {
  /** As many as the machine, or the container, allows cores. */
  public static final WorkerCount AUTO = new WorkerCount(OptionalInt.empty());

  private static final String AUTO_TEXT = "auto";

  public WorkerCount {
    if (fixed.isPresent()
        && (fixed.getAsInt() < 1 || fixed.getAsInt() > FleetSettings.MAX_WORKERS)) {
      throw new IllegalArgumentException(
          "workers lies in 1.." + FleetSettings.MAX_WORKERS + ", not " + fixed.getAsInt());
    }
  }

  static WorkerCount parse(String word) throws BadValueException {
    if (word.equals(AUTO_TEXT)) {
      return AUTO;
    }
    int number = ValueParser.integer(1, FleetSettings.MAX_WORKERS).parse(word);
    return new WorkerCount(OptionalInt.of(number));
  }

  /**
   * The number to start.
   *
   * @param cores what {@link Runtime#availableProcessors()} says, which knows the cgroup's limit
   */
  public int resolve(int cores) {
    return fixed.orElse(Math.max(1, Math.min(cores, FleetSettings.MAX_WORKERS)));
  }

  /** {@code auto} or the number. */
  @Override
  public String toString() {
    return fixed.isPresent() ? Integer.toString(fixed.getAsInt()) : AUTO_TEXT;
  }
}
