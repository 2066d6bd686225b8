package org.jvmcluster.supervisor.compare.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RepeatsTest {

  @Test
  void theMeanOfRepeatsHasTheIntervalOfStudentsT() {
    Measured mean = Repeats.mean(List.of(9.0, 10.0, 11.0), Basis.ALL_QUIET).orElseThrow();

    assertThat(mean.value()).isEqualTo(10);
    // 4.3027 * 1 / sqrt(3)
    assertThat(mean.interval().orElseThrow().low()).isCloseTo(10 - 2.4841, within(1e-3));
    assertThat(mean.interval().orElseThrow().high()).isCloseTo(10 + 2.4841, within(1e-3));
    assertThat(mean.rounds()).isEqualTo(3);
  }

  @Test
  void aRatioIsTheGeometricMeanAndItsIntervalThatOfTheLogarithms() {
    Measured ratio = Repeats.ratio(List.of(1.9, 2.0, 2.1), Basis.ALL_QUIET).orElseThrow();

    assertThat(ratio.value()).isCloseTo(1.9983, within(1e-3));
    assertThat(ratio.interval().orElseThrow().low()).isCloseTo(1.764, within(2e-3));
    assertThat(ratio.interval().orElseThrow().high()).isCloseTo(2.263, within(2e-3));
  }

  @Test
  void twiceAndHalfCancelOut() {
    assertThat(Repeats.ratio(List.of(2.0, 0.5), Basis.ALL_QUIET).orElseThrow().value())
        .isCloseTo(1, within(1e-12));
  }

  @Test
  void oneRepeatHasNoInterval() {
    Measured one = Repeats.mean(List.of(5.0), Basis.ALL_QUIET).orElseThrow();

    assertThat(one.value()).isEqualTo(5);
    assertThat(one.interval()).isEmpty();
  }

  @Test
  void noRepeatHasNoMean() {
    assertThat(Repeats.mean(List.of(), Basis.ALL_QUIET)).isEmpty();
    assertThat(Repeats.ratio(List.of(), Basis.ALL_QUIET)).isEmpty();
  }
}
