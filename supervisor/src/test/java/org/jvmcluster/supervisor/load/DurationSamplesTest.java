package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DurationSamplesTest {
  private final DurationSamples samples = new DurationSamples();

  @Test
  void readsPercentilesWithinAThousandth() {
    for (int millis = 1; millis <= 1000; millis++) {
      samples.record(Duration.ofMillis(millis).toNanos());
    }

    Percentiles read = samples.percentiles().orElseThrow();
    assertThat(read.count()).isEqualTo(1000);
    assertThat(read.p50().toMillis()).isCloseTo(500, within(1L));
    assertThat(read.p90().toMillis()).isCloseTo(900, within(1L));
    assertThat(read.p99().toMillis()).isCloseTo(990, within(1L));
    assertThat(read.p999().toMillis()).isCloseTo(999, within(1L));
    assertThat(read.max()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void neverAnswersMoreThanTheGreatestSample() {
    long odd = 5_847_654_321L;
    samples.record(odd);

    Percentiles read = samples.percentiles().orElseThrow();
    assertThat(read.max()).isEqualTo(Duration.ofNanos(odd));
    assertThat(read.p50()).isLessThanOrEqualTo(read.max());
    assertThat(read.p999()).isLessThanOrEqualTo(read.max());
  }

  @Test
  void countsWhatIsTooShortOrTooLongAtItsEnds() {
    samples.record(-1);
    samples.record(Long.MAX_VALUE);

    assertThat(samples.percentiles().orElseThrow().max()).isEqualTo(Duration.ofHours(2));
    assertThat(samples.at(1)).isLessThan(Duration.ofNanos(1_024));
  }

  @Test
  void hasNoPercentileWithoutASample() {
    assertThat(samples.percentiles()).isEmpty();
    assertThat(samples.at(99)).isZero();
  }
}
