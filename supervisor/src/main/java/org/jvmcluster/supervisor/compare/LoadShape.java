package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jvmcluster.supervisor.compare.result.LoadDescription;
import org.jvmcluster.supervisor.load.LoadMix;
import org.jvmcluster.supervisor.load.LoadPlan;
import org.jvmcluster.supervisor.load.SendSequence;

/**
 * The load that every arm gets in every round.
 *
 * @param requests in a run; empty: as many as its time allows
 * @param rate requests a second; empty: each client sends when it has its answer
 * @param concurrency clients
 * @param seconds of a run; empty: until its requests are done
 * @param fresh whether each request has a connection of its own
 * @param timeout of a request
 */
public record LoadShape(
    LoadMix mix,
    OptionalLong requests,
    OptionalDouble rate,
    int concurrency,
    OptionalInt seconds,
    boolean fresh,
    Duration timeout) {
  /** A run by count ends all the same. */
  private static final Duration LONGEST_BY_COUNT = Duration.ofMinutes(5);

  /** A batch of the warm-up is long enough for a median, and is repeated until that stays. */
  private static final int WARM_UP_SECONDS = 2;

  public LoadShape {
    requireNonNull(mix, "mix");
    requireNonNull(requests, "requests");
    requireNonNull(rate, "rate");
    requireNonNull(seconds, "seconds");
    requireNonNull(timeout, "timeout");
    if (requests.isEmpty() && seconds.isEmpty()) {
      throw new IllegalArgumentException("a load has an end: requests or seconds");
    }
  }

  /** Each of so many clients sends when it has its answer, each request on a fresh connection. */
  static LoadShape closedLoop(LoadMix mix, int concurrency, int seconds, Duration timeout) {
    return new LoadShape(
        mix,
        OptionalLong.empty(),
        OptionalDouble.empty(),
        concurrency,
        OptionalInt.of(seconds),
        true,
        timeout);
  }

  /** At even distances, each on a connection of its own. */
  static LoadShape steady(LoadMix mix, double rate, int seconds, Duration timeout) {
    // Enough to go on while a service is away for as long as the load lasts.
    int clients = (int) Math.min(LoadPlan.MOST_CLIENTS, Math.ceil(rate * seconds) + 1);
    return new LoadShape(
        mix,
        OptionalLong.empty(),
        OptionalDouble.of(rate),
        clients,
        OptionalInt.of(seconds),
        true,
        timeout);
  }

  LoadPlan plan(RunningArm arm) {
    return plan(arm, seconds);
  }

  /** A run to warm an arm up. */
  LoadPlan warmUpPlan(RunningArm arm) {
    return plan(
        arm,
        seconds.isEmpty()
            ? seconds
            : OptionalInt.of(Math.min(seconds.getAsInt(), WARM_UP_SECONDS)));
  }

  private LoadPlan plan(RunningArm arm, OptionalInt time) {
    return new LoadPlan(
            arm.target(mix.parts().get(0).path()),
            concurrency,
            requests.orElse(LoadPlan.MOST_REQUESTS),
            time.isEmpty() ? LONGEST_BY_COUNT : Duration.ofSeconds(time.getAsInt()),
            fresh,
            timeout)
        .withMix(mix);
  }

  SendSequence sequence() {
    return rate.isEmpty()
        ? SendSequence.closedLoop()
        : SendSequence.constantRate(rate.getAsDouble());
  }

  LoadDescription description(int rounds, Optional<String> sweepPath) {
    return new LoadDescription(
        mix.shares(), requests, rate, concurrency, seconds, fresh, rounds, sweepPath);
  }
}
