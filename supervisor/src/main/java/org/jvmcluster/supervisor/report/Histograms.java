package org.jvmcluster.supervisor.report;

import org.HdrHistogram.Histogram;

/** Makes the histograms that readings are added up in. */
final class Histograms {
  /**
   * Every figure is right to one part in a thousand, the resolution in which workers record. A
   * finer sum would not know more, a coarser one would know less.
   */
  private static final int SIGNIFICANT_DIGITS = 3;

  private Histograms() {}

  /** An empty one that grows with the largest value it is given: 16 KB, 170 KB with a second. */
  static Histogram empty() {
    return new Histogram(SIGNIFICANT_DIGITS);
  }
}
