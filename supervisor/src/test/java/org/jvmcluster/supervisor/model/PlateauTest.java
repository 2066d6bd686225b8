package org.jvmcluster.supervisor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.model.Plateau.Found;
import org.jvmcluster.supervisor.model.Plateau.NotFound;
import org.jvmcluster.supervisor.model.ScalabilityLaw.Point;

final class PlateauTest {
  @Test
  void findsWhereTheCoresEnd() {
    Found plateau = found(points(4, 5, 0.01, 1, PlateauTest::twoCores));

    assertThat(plateau.workers()).isEqualTo(2);
    assertThat(plateau.throughput().value()).isCloseTo(200, within(2.0));
    assertThat(plateau.throughput().samples()).isEqualTo(5);
    assertThat(plateau.gain().value()).isCloseTo(0, within(Plateau.LEAST_GAIN));
    assertThat(plateau.gain().interval().contains(0)).isTrue();
  }

  @Test
  void findsItAlmostAlways() {
    long right = 0;
    for (int seed = 0; seed < 200; seed++) {
      right +=
          Plateau.find(points(4, 5, 0.01, seed, PlateauTest::twoCores)) instanceof Found plateau
                  && plateau.workers() == 2
              ? 1
              : 0;
    }

    assertThat(right).isGreaterThanOrEqualTo(185);
  }

  @Test
  void takesAFallForNoGainEither() {
    assertThat(found(points(6, 5, 0.01, 2, n -> n <= 3 ? 100 * n : 300 - 20 * (n - 3))).workers())
        .isEqualTo(3);
  }

  @Test
  void ignoresAGainThatIsCertainButTiny() {
    assertThat(found(points(4, 5, 0.0001, 3, n -> twoCores(n) + n)).workers()).isEqualTo(2);
  }

  @Test
  void doesNotStopAtAStepAfterWhichItGrowsAgain() {
    assertThat(why(points(6, 5, 0.01, 4, n -> 100 * (n < 3 ? n : n - 1))))
        .isEqualTo("throughput still grows with 6 workers, the most that were measured");
  }

  @Test
  void findsNoneWhileThroughputGrows() {
    assertThat(why(points(8, 5, 0.01, 5, n -> 100 * n))).startsWith("throughput still grows");
  }

  @Test
  void doesNotTakeScatterForAPlateau() {
    assertThat(why(points(4, 3, 0.4, 6, n -> 100 * n))).startsWith("the repeats scatter too far");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(why(List.of())).startsWith("0 different numbers of workers");
    assertThat(why(points(4, 2, 0.01, 7, PlateauTest::twoCores)))
        .isEqualTo("with 1 workers it was measured 2 times, and 3 are needed to know the scatter");
    List<Point> dead = new ArrayList<>(points(4, 3, 0.01, 8, PlateauTest::twoCores));
    dead.set(5, new Point(2, 0));
    assertThat(why(dead)).startsWith("a throughput above 0 is needed");
  }

  private static double twoCores(double workers) {
    return 100 * Math.min(workers, 2);
  }

  private static Found found(List<Point> points) {
    Plateau.Outcome outcome = Plateau.find(points);
    assertThat(outcome).isInstanceOf(Found.class);
    return (Found) outcome;
  }

  private static String why(List<Point> points) {
    Plateau.Outcome outcome = Plateau.find(points);
    assertThat(outcome).isInstanceOf(NotFound.class);
    return ((NotFound) outcome).why();
  }

  private static List<Point> points(
      int most, int repeats, double noise, long seed, DoubleUnaryOperator throughput) {
    Random random = new Random(seed);
    List<Point> points = new ArrayList<>();
    for (int n = 1; n <= most; n++) {
      for (int repeat = 0; repeat < repeats; repeat++) {
        points.add(new Point(n, throughput.applyAsDouble(n) * (1 + noise * random.nextGaussian())));
      }
    }
    return points;
  }
}
