package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PoissonArrivalsTest {
  private static final long SEED = 7;

  @Test
  void isTheSameForTheSameSeedInWhateverOrderItIsAsked() {
    SendSequence one = SendSequence.poisson(1000, SEED);
    SendSequence other = SendSequence.poisson(1000, SEED);
    long hundredth = one.dueNanos(100, 5, 0);

    assertThat(one.dueNanos(100, 5, 0)).isEqualTo(hundredth);
    assertThat(one.dueNanos(3, 5, 0)).isEqualTo(other.dueNanos(3, 5, 0));
    assertThat(one.dueNanos(99, 5, 0)).isEqualTo(other.dueNanos(99, 5, 0)).isLessThan(hundredth);
    assertThat(one.dueNanos(100, 5, 0)).isEqualTo(hundredth);
    assertThat(SendSequence.poisson(1000, SEED + 1).dueNanos(100, 5, 0)).isNotEqualTo(hundredth);
  }

  @Test
  void hasTheRateAndTheSpreadOfAPoissonProcess() {
    SendSequence thousand = SendSequence.poisson(1000, SEED);
    int arrivals = 100_000;

    double sum = 0;
    double squares = 0;
    long before = 0;
    for (long index = 0; index < arrivals; index++) {
      long due = thousand.dueNanos(index, 0, 0);
      double millis = (due - before) / 1e6;
      sum += millis;
      squares += millis * millis;
      before = due;
    }

    double mean = sum / arrivals;
    // An exponential distance has a standard deviation as large as its mean: 1 ms here. Six
    // standard errors of 100,000 of them are 2 %.
    assertThat(mean).isCloseTo(1.0, within(0.02));
    assertThat(Math.sqrt(squares / arrivals - mean * mean)).isCloseTo(1.0, within(0.04));
  }
}
