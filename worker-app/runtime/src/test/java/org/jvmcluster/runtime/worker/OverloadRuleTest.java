package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.listen.Admission.Rule;
import org.jvmcluster.runtime.listen.ShedReason;
import org.jvmcluster.runtime.time.FakeClock;

class OverloadRuleTest {
  private static final Duration SHED_AFTER = Duration.ofSeconds(1);
  private static final int MOST_IN_FLIGHT = 100;

  private final FakeClock clock = new FakeClock(7);
  private final OverloadRule rule = new OverloadRule(SHED_AFTER, MOST_IN_FLIGHT);

  private @Nullable Rule decide(Duration lag, double utilization, int inFlight, long turnedAway) {
    return rule.decide(clock.nanos(), new Strain(lag.toNanos(), utilization, inFlight, turnedAway));
  }

  private @Nullable Rule calm() {
    return decide(Duration.ofMillis(3), 0.3, 5, 0);
  }

  @Test
  void refusesNothingWhileTheLoopsKeepUp() {
    assertThat(calm()).isNull();
  }

  @Test
  void refusesWhatHasWaitedTooLongOnceALoopIsThatLate() {
    assertThat(decide(SHED_AFTER.minusNanos(1), 0.5, 5, 0)).isNull();

    assertThat(decide(SHED_AFTER, 0.5, 5, 0))
        .isEqualTo(new Rule(ShedReason.LAG, SHED_AFTER.toNanos(), MOST_IN_FLIGHT));
  }

  @Test
  void refusesSoonerWhenALoopHasHadNoPauseForSeconds() {
    Duration lag = SHED_AFTER.dividedBy(4);
    assertThat(decide(lag, 0.95, 5, 0)).isNull();
    clock.advance(OverloadRule.SATURATED.minusNanos(1));
    assertThat(decide(lag, 0.95, 5, 0)).isNull();

    clock.advance(Duration.ofNanos(1));

    assertThat(decide(lag, 0.95, 5, 0))
        .isEqualTo(new Rule(ShedReason.UTILIZATION, SHED_AFTER.toNanos() / 4, MOST_IN_FLIGHT));
  }

  @Test
  void aPauseBeginsTheSecondsAnew() {
    Duration lag = SHED_AFTER.dividedBy(4);
    decide(lag, 1, 5, 0);
    clock.advance(OverloadRule.SATURATED);
    decide(lag, 0.94, 5, 0);
    decide(lag, 1, 5, 0);
    clock.advance(OverloadRule.SATURATED.minusNanos(1));

    assertThat(decide(lag, 1, 5, 0)).isNull();
  }

  @Test
  void aBusyLoopThatKeepsNobodyWaitingIsNotOverloaded() {
    decide(Duration.ofMillis(20), 1, 5, 0);
    clock.advance(OverloadRule.SATURATED.multipliedBy(10));

    assertThat(decide(Duration.ofMillis(20), 1, 5, 0)).isNull();
  }

  @Test
  void tooManyRequestsInFlightAreAnOverload() {
    assertThat(decide(Duration.ZERO, 0.1, MOST_IN_FLIGHT - 1, 0)).isNull();
    assertThat(decide(Duration.ZERO, 0.1, MOST_IN_FLIGHT, 0)).isNotNull();
  }

  @Test
  void connectionsTurnedAwayAreAnOverload() {
    assertThat(decide(Duration.ZERO, 0.1, 5, 3)).isNotNull();
    clock.advance(OverloadRule.CALM);

    assertThat(decide(Duration.ZERO, 0.1, 5, 3)).as("no more of them").isNull();
  }

  @Test
  void endsWhenItHasBeenCalmForAWhile() {
    decide(SHED_AFTER, 1, 5, 0);
    clock.advance(OverloadRule.CALM.minusNanos(1));
    assertThat(calm()).isNotNull();

    clock.advance(Duration.ofNanos(1));

    assertThat(calm()).isNull();
  }

  @Test
  void staysWhileTheLagIsStillHalfOfWhatItBeganWith() {
    decide(SHED_AFTER, 0.5, 5, 0);
    clock.advance(OverloadRule.CALM);
    assertThat(decide(SHED_AFTER.dividedBy(2), 0.5, 5, 0)).isNotNull();
    clock.advance(OverloadRule.CALM.minusNanos(1));
    assertThat(calm()).isNotNull();
  }

  @Test
  void changesAtMostEightTimesAMinuteHoweverTheLoadJumps() {
    int changes = 0;
    boolean refuses = false;
    for (int look = 0; look < 600; look++) {
      // A second of overload in every sixteen: the fastest rhythm that could make it flap.
      boolean late = look % 160 < 10;
      boolean now = decide(late ? SHED_AFTER : Duration.ZERO, 0.5, 5, 0) != null;
      changes += now == refuses ? 0 : 1;
      refuses = now;
      clock.advance(Duration.ofMillis(100));
    }

    assertThat(changes).isLessThanOrEqualTo(8);
    assertThat(Objects.requireNonNull(decide(SHED_AFTER, 0.5, 5, 0)).reason())
        .isEqualTo(ShedReason.LAG);
  }
}
