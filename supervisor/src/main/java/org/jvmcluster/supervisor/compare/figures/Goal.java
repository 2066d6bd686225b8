package org.jvmcluster.supervisor.compare.figures;

import java.util.Locale;

/** What an arm is chosen for. */
public enum Goal {
  /** The most good answers a second. */
  THROUGHPUT("throughput", true),
  /** The least 99th percentile of all requests. */
  TAIL("p99", false),
  /** The least 99th percentile of light requests behind heavy ones. */
  ISOLATION("p99 of the light path beside the heavy one", false),
  /** The least memory of all processes together. */
  MEMORY("memory", false);

  private final String figure;
  private final boolean moreIsBetter;

  Goal(String figure, boolean moreIsBetter) {
    this.figure = figure;
    this.moreIsBetter = moreIsBetter;
  }

  /** As on the command line: {@code throughput}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The figure that arms are ranked by, in words. */
  public String figure() {
    return figure;
  }

  boolean moreIsBetter() {
    return moreIsBetter;
  }
}
