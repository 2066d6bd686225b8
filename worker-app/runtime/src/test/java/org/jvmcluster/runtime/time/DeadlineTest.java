package org.jvmcluster.runtime.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {

  @ParameterizedTest
  @ValueSource(longs = {0, -5, Long.MAX_VALUE - 500, Long.MIN_VALUE})
  void passesExactlyWhenTheClockReachesIt(long start) {
    FakeClock clock = new FakeClock(start);
    Deadline deadline = Deadline.after(Duration.ofNanos(1000), clock);

    assertThat(deadline.hasPassed()).isFalse();
    assertThat(deadline.remaining()).isEqualTo(Duration.ofNanos(1000));

    clock.advance(Duration.ofNanos(999));
    assertThat(deadline.hasPassed()).isFalse();
    assertThat(deadline.remainingNanos()).isEqualTo(1);

    clock.advance(Duration.ofNanos(1));
    assertThat(deadline.hasPassed()).isTrue();
    assertThat(deadline.remainingNanos()).isZero();
  }

  @Test
  void tellsHowLongAgoItPassedButNeverANegativeRemainder() {
    FakeClock clock = new FakeClock(7);
    Deadline deadline = Deadline.after(Duration.ofSeconds(1), clock);

    clock.advance(Duration.ofSeconds(3));

    assertThat(deadline.remainingNanos()).isEqualTo(-2_000_000_000L);
    assertThat(deadline.remaining()).isZero();
  }

  @Test
  void hasPassedAlreadyWhenThereIsNothingToWaitFor() {
    assertThat(Deadline.after(Duration.ZERO, new FakeClock(1)).hasPassed()).isTrue();
    assertThat(Deadline.after(Duration.ofNanos(-1), new FakeClock(1)).hasPassed()).isTrue();
  }
}
