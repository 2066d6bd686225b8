package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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
  void staysCalmForLongerWhenItBeginsAgainSoonAfterItWasOver() {
    decide(SHED_AFTER, 0.5, 5, 0);
    clock.advance(OverloadRule.CALM);
    assertThat(calm()).isNull();
    clock.advance(Duration.ofMinutes(1).minusNanos(1));
    decide(SHED_AFTER, 0.5, 5, 0);

    clock.advance(OverloadRule.CALM_AGAIN.minusNanos(1));
    assertThat(calm()).isNotNull();
    clock.advance(Duration.ofNanos(1));
    assertThat(calm()).isNull();

    clock.advance(Duration.ofMinutes(1));
    decide(SHED_AFTER, 0.5, 5, 0);
    clock.advance(OverloadRule.CALM);
    assertThat(calm()).as("as the first time").isNull();
  }

  /** Each a rhythm in seconds: one of overload, then calm. */
  @ParameterizedTest
  @ValueSource(ints = {2, 16, 17, 31, 46, 47, 61})
  void changesAtMostFourTimesAMinuteHoweverTheLoadJumps(int rhythm) {
    List<Integer> changes = new ArrayList<>();
    boolean refuses = false;
    for (int second = 0; second < 600; second++) {
      boolean late = second % rhythm == 0;
      boolean now = decide(late ? SHED_AFTER : Duration.ZERO, 0.5, 5, 0) != null;
      if (now != refuses) {
        changes.add(second);
      }
      refuses = now;
      clock.advance(Duration.ofSeconds(1));
    }

    assertThat(changes).isNotEmpty();
    for (int first : changes) {
      assertThat(changes.stream().filter(at -> at >= first && at < first + 60))
          .as("in the minute from second %d", first)
          .hasSizeLessThanOrEqualTo(4);
    }
  }
}
