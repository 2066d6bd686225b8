package org.jvmcluster.supervisor.report;

import org.HdrHistogram.Histogram;

/** Values that occurred, each with how often. */
interface CountedValues {
  /** Counts everything into {@code sum}, which must resize itself. */
  void addTo(Histogram sum);
}
