package org.jvmcluster.supervisor.compare;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jvmcluster.supervisor.load.FailureKind;
import org.jvmcluster.supervisor.load.LoadClient;
import org.jvmcluster.supervisor.load.LoadException;
import org.jvmcluster.supervisor.load.LoadResult;

/** Loads an arm until it is as fast as it will be, or that was tried often enough. */
final class WarmUp {
  /** Two medians that differ by less are the same. */
  private static final double SAME = 0.10;

  /** The compiler of a JVM is done long before, or a figure that varies so always will. */
  private static final int MOST_BATCHES = 8;

  private WarmUp() {}

  /**
   * Warms an arm up with the load that it will be measured with.
   *
   * @return batches that it took
   * @throws ArmException when it gives no good answer at all
   */
  static int run(RunningArm arm, LoadShape shape) throws ArmException, InterruptedException {
    Optional<Duration> before = Optional.empty();
    for (int batch = 1; batch < MOST_BATCHES; batch++) {
      Optional<Duration> median = batch(arm, shape).distribution().at(50);
      if (median.isPresent() && before.isPresent() && areSame(before.get(), median.get())) {
        return batch;
      }
      before = median;
    }
    return MOST_BATCHES;
  }

  private static LoadResult batch(RunningArm arm, LoadShape shape)
      throws ArmException, InterruptedException {
    LoadResult load;
    try {
      // Practises each time: the client's own code is to be warm too.
      load = new LoadClient(shape.warmUpPlan(arm), shape.sequence()).run();
    } catch (LoadException e) {
      throw new ArmException(String.valueOf(e.getMessage()), e);
    }
    if (load.requests() == load.failed()) {
      throw new ArmException(
          "it gave no good answer to any of "
              + load.requests()
              + " requests: "
              + kinds(load.failures())
              + load.otherExample().map(text -> " (" + text + ")").orElse("")
              + "; is the path right for it? --path and --mix say which are asked for");
    }
    return load;
  }

  private static String kinds(Map<FailureKind, Long> failures) {
    return failures.keySet().stream()
        .map(kind -> kind.name().toLowerCase(Locale.ROOT))
        .reduce((one, other) -> one + ", " + other)
        .orElse("none was sent");
  }

  static boolean areSame(Duration one, Duration other) {
    double greater = Math.max(one.toNanos(), other.toNanos());
    return Math.abs(one.toNanos() - other.toNanos()) < SAME * greater || greater == 0;
  }
}
