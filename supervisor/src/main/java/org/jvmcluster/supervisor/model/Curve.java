package org.jvmcluster.supervisor.model;

/**
 * One set of parameters of the law, see {@link ScalabilityLaw}.
 *
 * @param lambda throughput of one worker
 * @param sigma contention, at least 0
 * @param kappa coherency, at least 0
 */
record Curve(double lambda, double sigma, double kappa) {
  double at(double workers) {
    return lambda * workers / loss(workers);
  }

  /** By how many times the throughput stays below that of so many independent workers. */
  double loss(double workers) {
    return 1 + sigma * (workers - 1) + kappa * workers * (workers - 1);
  }

  /** Where the curve is highest; infinite when it only rises, 1 when it only falls. */
  double peak() {
    if (sigma >= 1) {
      return 1;
    }
    return kappa > 0 ? Math.sqrt((1 - sigma) / kappa) : Double.POSITIVE_INFINITY;
  }
}
