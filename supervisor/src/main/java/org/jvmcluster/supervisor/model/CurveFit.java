package org.jvmcluster.supervisor.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.hipparchus.exception.MathIllegalStateException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.DiagonalMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresOptimizer.Optimum;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.MultivariateJacobianFunction;
import org.hipparchus.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * The curve of least squares through throughputs, by Levenberg and Marquardt.
 *
 * <p>The optimiser knows no bounds. The least squares within {@code sigma >= 0, kappa >= 0} lie
 * inside, or else where one or both are 0: these cases are solved without bounds too, and the best
 * that keeps them wins.
 */
final class CurveFit {
  private static final int MOST_STEPS = 1000;

  /** A start in the middle of what services show; the problem has no other minimum nearby. */
  private static final double FIRST_SIGMA = 0.1;

  private static final double FIRST_KAPPA = 0.01;

  private final double[] workers;

  /**
   * @param workers of each throughput
   */
  CurveFit(double[] workers) {
    this.workers = workers.clone();
  }

  /**
   * Deviations count in proportion: 5 % of a small throughput weighs as much as 5 % of a large one.
   *
   * @param throughputs as many as {@code workers}, above 0
   * @return empty when the optimiser finds none
   */
  Optional<Curve> through(double[] throughputs) {
    Optional<Curve> free = solve(throughputs, true, true).filter(CurveFit::isLaw);
    return free.isPresent()
        ? free
        : Stream.of(
                solve(throughputs, true, false),
                solve(throughputs, false, true),
                solve(throughputs, false, false))
            .flatMap(Optional::stream)
            .filter(CurveFit::isLaw)
            .min(Comparator.comparingDouble(curve -> squares(curve, throughputs)));
  }

  private static boolean isLaw(Curve curve) {
    return curve.lambda() > 0 && curve.sigma() >= 0 && curve.kappa() >= 0;
  }

  private Optional<Curve> solve(double[] throughputs, boolean withSigma, boolean withKappa) {
    // Of order 1 like the other two: a throughput may be 5 or 500,000.
    double unit = Arrays.stream(throughputs).max().orElseThrow();
    double[] scaled = Arrays.stream(throughputs).map(value -> value / unit).toArray();
    double[] start =
        freeOf(
            scaled[0] / workers[0] * (1 + FIRST_SIGMA * (workers[0] - 1)),
            withSigma ? FIRST_SIGMA : null,
            withKappa ? FIRST_KAPPA : null);
    try {
      Optimum best =
          new LevenbergMarquardtOptimizer()
              .optimize(
                  new LeastSquaresBuilder()
                      .start(start)
                      .model(model(withSigma, withKappa))
                      .target(scaled)
                      .weight(
                          new DiagonalMatrix(
                              Arrays.stream(scaled).map(value -> 1 / (value * value)).toArray()))
                      .maxEvaluations(MOST_STEPS)
                      .maxIterations(MOST_STEPS)
                      .build());
      Curve curve = curve(best.getPoint(), withSigma, withKappa);
      return Optional.of(new Curve(curve.lambda() * unit, curve.sigma(), curve.kappa()));
    } catch (MathIllegalStateException noMinimum) {
      return Optional.empty();
    }
  }

  private MultivariateJacobianFunction model(boolean withSigma, boolean withKappa) {
    return point -> {
      Curve curve = curve(point, withSigma, withKappa);
      RealVector values = new ArrayRealVector(workers.length);
      Array2DRowRealMatrix slopes = new Array2DRowRealMatrix(workers.length, point.getDimension());
      for (int i = 0; i < workers.length; i++) {
        double n = workers[i];
        double value = curve.at(n);
        values.setEntry(i, value);
        double bySigma = -value * (n - 1) / curve.loss(n);
        slopes.setRow(
            i,
            freeOf(n / curve.loss(n), withSigma ? bySigma : null, withKappa ? bySigma * n : null));
      }
      return new Pair<>(values, slopes);
    };
  }

  private static double[] freeOf(
      double ofLambda, @Nullable Double ofSigma, @Nullable Double ofKappa) {
    return Stream.of(
            Optional.of(ofLambda), Optional.ofNullable(ofSigma), Optional.ofNullable(ofKappa))
        .flatMap(Optional::stream)
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private static Curve curve(RealVector point, boolean withSigma, boolean withKappa) {
    return new Curve(
        point.getEntry(0),
        withSigma ? point.getEntry(1) : 0,
        withKappa ? point.getEntry(withSigma ? 2 : 1) : 0);
  }

  private double squares(Curve curve, double[] throughputs) {
    double sum = 0;
    for (int i = 0; i < workers.length; i++) {
      double off = curve.at(workers[i]) / throughputs[i] - 1;
      sum += off * off;
    }
    return sum;
  }
}
