package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyDistributionTest {
  private static final LatencyDistribution THOUSAND = upTo(1000);

  /** 1 ms, 2 ms and so on. */
  private static LatencyDistribution upTo(int millis) {
    DurationSamples samples = new DurationSamples();
    for (int i = 1; i <= millis; i++) {
      samples.record(Duration.ofMillis(i).toNanos());
    }
    return samples.distribution();
  }

  @Test
  void losesNothingOnItsWayThroughText() {
    LatencyDistribution read = LatencyDistribution.decode(THOUSAND.encode());

    assertThat(read.toHistogram()).isEqualTo(THOUSAND.toHistogram());
    assertThat(read.percentiles()).isEqualTo(THOUSAND.percentiles());
  }

  @Test
  void ofSeveralRunsIsAddedTruly() {
    LatencyDistribution both =
        LatencyDistribution.merged(
            List.of(THOUSAND, LatencyDistribution.decode(upTo(10).encode())));

    assertThat(both.count()).isEqualTo(1010);
    assertThat(both.at(50).orElseThrow().toMillis()).isCloseTo(495, within(1L));
  }

  @Test
  void goesEmptyThroughTextToo() {
    LatencyDistribution none = LatencyDistribution.merged(List.of());

    assertThat(LatencyDistribution.decode(none.encode()).percentiles()).isEmpty();
    assertThat(LatencyDistribution.ofHgrm(none.toHgrm()).percentiles()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no base64!", "AAAA", "HISTFAAAAEV42pNpmSzMwMDAyQ"})
  void refusesWhatIsNoHistogram(String text) {
    assertThatThrownBy(() -> LatencyDistribution.decode(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no compressed HdrHistogram");
  }

  @Test
  void refusesAHistogramThatWasCutOff() {
    byte[] whole = Base64.getDecoder().decode(THOUSAND.encode());
    byte[] half = Arrays.copyOf(whole, whole.length / 2);

    assertThatThrownBy(() -> LatencyDistribution.decode(Base64.getEncoder().encodeToString(half)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void writesThePercentilesInMillisecondsAsHdrHistogramDoes() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(THOUSAND.toHgrm())
          .startsWith("       Value     Percentile TotalCount 1/(1-Percentile)")
          .containsPattern("\n +500\\.\\d{3} 0\\.50000000+ +500 +2\\.00\n")
          .contains("Total count    =         1000");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void readsThePercentilesThatTheTextHas() {
    LatencyDistribution read = LatencyDistribution.ofHgrm(THOUSAND.toHgrm());

    assertThat(read.count()).isEqualTo(1000);
    assertThat(read.at(50).orElseThrow().toMillis()).isCloseTo(500, within(1L));
    assertThat(read.at(100).orElseThrow().toMillis()).isCloseTo(1000, within(1L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Value Percentile\n",
        "1.0 0.5\n",
        "x 0.5 1 2.0\n",
        "-1 0.5 1 2.0\n",
        "1 0.5 5 2.0\n2 0.9 4 3.0\n",
        "9e30 1.0 1 inf\n"
      })
  void refusesTextThatIsNoPercentileDistribution(String text) {
    assertThatThrownBy(() -> LatencyDistribution.ofHgrm(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("percentile distribution");
  }
}
