package org.jvmcluster.supervisor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.model.ScalabilityLaw.Fitted;
import org.jvmcluster.supervisor.model.ScalabilityLaw.NotFitted;
import org.jvmcluster.supervisor.model.ScalabilityLaw.Outcome;
import org.jvmcluster.supervisor.model.ScalabilityLaw.Point;

final class ScalabilityLawTest {
  private static final Curve KNOWN = new Curve(100, 0.05, 0.01);

  @Test
  void findsTheParametersThatThePointsWereMadeFrom() {
    Fitted law = fitted(ScalabilityLaw.fit(exact(KNOWN, 8)));

    assertThat(law.lambda().value()).isCloseTo(100, within(1e-6));
    assertThat(law.sigma().value()).isCloseTo(0.05, within(1e-8));
    assertThat(law.kappa().value()).isCloseTo(0.01, within(1e-8));
    assertThat(law.relativeError()).isLessThan(1e-9);
    assertThat(law.throughputAt(8)).isCloseTo(800 / 1.91, within(1e-6));
    assertThat(law.intervalAt(8).contains(800 / 1.91 + 1)).isFalse();
    assertThat(law.measuredUpTo()).isEqualTo(8);
    assertThat(law.sigma().samples()).isEqualTo(8);
  }

  @Property(tries = 25)
  void findsAnyParametersWithoutNoise(
      @ForAll @DoubleRange(min = 0.01, max = 1e6) double lambda,
      @ForAll @DoubleRange(min = 0, max = 0.9) double sigma,
      @ForAll @DoubleRange(min = 0, max = 0.2) double kappa) {
    Fitted law = fitted(ScalabilityLaw.fit(exact(new Curve(lambda, sigma, kappa), 8)));

    assertThat(law.lambda().value() / lambda).isCloseTo(1, within(1e-4));
    assertThat(law.sigma().value()).isCloseTo(sigma, within(1e-4));
    assertThat(law.kappa().value()).isCloseTo(kappa, within(1e-4));
  }

  @Test
  void holdsTheTruthInItsIntervalsAsOftenAsItSays() {
    int tries = 100;
    int lambda = 0;
    int sigma = 0;
    int atEight = 0;
    for (int seed = 0; seed < tries; seed++) {
      Fitted law = fitted(ScalabilityLaw.fit(noisy(KNOWN, 8, 1, 0.01, seed)));
      lambda += law.lambda().interval().contains(100) ? 1 : 0;
      sigma += law.sigma().interval().contains(0.05) ? 1 : 0;
      atEight += law.intervalAt(8).contains(KNOWN.at(8)) ? 1 : 0;
    }

    // 95 of 100 are due; fewer than 88 come once in four hundred times.
    assertThat(List.of(lambda, sigma, atEight)).allMatch(held -> held >= 88);
  }

  @Test
  void becomesSurerWithMoreRepeats() {
    Fitted once = fitted(ScalabilityLaw.fit(noisy(KNOWN, 8, 1, 0.01, 1)));
    Fitted often = fitted(ScalabilityLaw.fit(noisy(KNOWN, 8, 100, 0.01, 1)));

    assertThat(often.sigma().interval().width()).isLessThan(once.sigma().interval().width() / 3);
  }

  @Test
  void givesTheSameAnswerToTheSamePointsInAnyOrder() {
    List<Point> points = noisy(KNOWN, 8, 3, 0.01, 7);
    List<Point> turned = new ArrayList<>(points);
    Collections.reverse(turned);

    Fitted one = fitted(ScalabilityLaw.fit(points));
    Fitted other = fitted(ScalabilityLaw.fit(turned));

    assertThat(other.sigma().value()).isCloseTo(one.sigma().value(), within(1e-9));
    assertThat(other.sigma().interval().high())
        .isCloseTo(one.sigma().interval().high(), within(1e-9));
  }

  @Test
  void neverMakesALossNegative() {
    // Better than proportional: without bounds sigma would be negative.
    Fitted law = fitted(ScalabilityLaw.fit(points(8, n -> 100 * n * (1 + 0.005 * (n - 1)))));

    assertThat(law.sigma().value()).isZero();
    assertThat(law.kappa().value()).isZero();
    assertThat(law.sigma().interval().low()).isZero();
  }

  @Test
  void showsThePeakOnlyWhereItIsNotAGuess() {
    Fitted near = fitted(ScalabilityLaw.fit(noisy(new Curve(100, 0.05, 0.02), 8, 5, 0.002, 3)));
    Fitted far = fitted(ScalabilityLaw.fit(noisy(new Curve(100, 0.05, 0.0005), 8, 5, 0.002, 3)));
    Fitted none = fitted(ScalabilityLaw.fit(exact(new Curve(100, 0.1, 0), 8)));

    assertThat(near.peakWorkers().orElseThrow().value())
        .isCloseTo(Math.sqrt(0.95 / 0.02), within(0.4));
    assertThat(far.peakWorkers()).isEmpty();
    assertThat(none.peakWorkers()).isEmpty();
  }

  @Test
  void saysHowManyPointsAreMissing() {
    assertThat(why(ScalabilityLaw.fit(exact(KNOWN, 5))))
        .startsWith("5 different numbers of workers were measured, and 6 are needed");
    assertThat(why(ScalabilityLaw.fit(noisy(KNOWN, 2, 50, 0.01, 1))))
        .startsWith("2 different numbers");
    assertThat(why(ScalabilityLaw.fit(List.of()))).startsWith("0 different numbers");
  }

  @Test
  void refusesWhatIsNoThroughput() {
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      List<Point> points = new ArrayList<>(exact(KNOWN, 8));
      points.set(3, new Point(4, bad));

      assertThat(why(ScalabilityLaw.fit(points))).contains("throughputs above 0");
    }
    assertThat(why(ScalabilityLaw.fit(List.of(new Point(0, 5))))).contains("1 worker or more");
  }

  @Test
  void refusesAPlateauThatBeginsAtOnce() {
    assertThat(why(ScalabilityLaw.fit(points(8, n -> 100 * Math.min(n, 2)))))
        .contains("the law misses the points by")
        .contains("up to 5.0 % and 15.0 % would be a fit");
    assertThat(why(ScalabilityLaw.fit(points(8, n -> 100 * Math.min(n, 4)))))
        .contains("the law misses");
  }

  @Test
  void refusesALawThatSaysNothing() {
    // From so far out nobody sees where the curve begins.
    Random random = new Random(11);
    List<Point> farOut =
        IntStream.rangeClosed(20, 25)
            .mapToObj(n -> new Point(n, KNOWN.at(n) * (1 + 0.01 * random.nextGaussian())))
            .toList();

    assertThat(why(ScalabilityLaw.fit(farOut))).contains("so wide that the law says nothing");
  }

  @Test
  void hasNoAnswerBelowOneWorker() {
    Fitted law = fitted(ScalabilityLaw.fit(exact(KNOWN, 8)));

    assertThatThrownBy(() -> law.throughputAt(0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("begins at 1 worker");
  }

  private static Fitted fitted(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Fitted.class);
    return (Fitted) outcome;
  }

  private static String why(Outcome outcome) {
    assertThat(outcome).isInstanceOf(NotFitted.class);
    return ((NotFitted) outcome).why();
  }

  private static List<Point> exact(Curve curve, int most) {
    return points(most, curve::at);
  }

  private static List<Point> points(int most, DoubleUnaryOperator throughput) {
    return IntStream.rangeClosed(1, most)
        .mapToObj(n -> new Point(n, throughput.applyAsDouble(n)))
        .toList();
  }

  private static List<Point> noisy(Curve curve, int most, int repeats, double noise, long seed) {
    Random random = new Random(seed);
    List<Point> points = new ArrayList<>();
    for (int n = 1; n <= most; n++) {
      for (int repeat = 0; repeat < repeats; repeat++) {
        points.add(new Point(n, curve.at(n) * (1 + noise * random.nextGaussian())));
      }
    }
    return points;
  }
}
