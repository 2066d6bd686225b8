package org.jvmcluster.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationCountsTest {
  private static final long HOUR = Duration.ofHours(1).toNanos();

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void countsAsAnHdrHistogramOfTheSamePrecision(int digits) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    DurationCounts counts = new DurationCounts(digits);
    Histogram expected = counts.emptyHistogram();
    for (int power = 0; power < 42; power++) {
      for (long value : new long[] {(1L << power) - 1, 1L << power, (1L << power) + 1}) {
        counts.record(Math.min(value, HOUR));
        expected.recordValue(Math.min(value, HOUR));
      }
      long somewhere = (long) (random.nextDouble() * Math.min(1L << power, HOUR));
      counts.record(somewhere);
      expected.recordValue(somewhere);
    }

    assertThat(counts.cursor().take()).as("seed " + seed).isEqualTo(expected);
  }

  @Test
  void givesEveryReaderEveryDurationOnce() {
    DurationCounts counts = new DurationCounts(2);
    DurationCounts.Cursor often = counts.cursor();
    DurationCounts.Cursor seldom = counts.cursor();

    counts.record(1_000_000);
    assertThat(often.take().getTotalCount()).isEqualTo(1);
    counts.record(1_000_000);
    counts.record(2_000_000);

    assertThat(often.take().getTotalCount()).isEqualTo(2);
    assertThat(often.take().getTotalCount()).isZero();
    assertThat(seldom.take().getTotalCount()).isEqualTo(3);
  }

  @Test
  void countsWhatIsOutOfRangeAtItsEnds() {
    DurationCounts counts = new DurationCounts(3);

    counts.record(-1);
    counts.record(Long.MAX_VALUE);

    Histogram all = counts.cursor().take();
    assertThat(all.getCountAtValue(0)).isEqualTo(1);
    assertThat(all.getCountAtValue(HOUR)).isEqualTo(1);
  }

  @Test
  void knowsTwoPrecisions() {
    assertThatThrownBy(() -> new DurationCounts(1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DurationCounts(4)).isInstanceOf(IllegalArgumentException.class);
  }
}
