package org.jvmcluster.supervisor.control;

/**
 * What keeps a ready worker from serving, by its latest report.
 *
 * @param isBlocked whether none of its event loops has been in its poller for a second or more
 * @param isShedding whether it refuses requests, being overloaded
 */
public record Strain(boolean isBlocked, boolean isShedding) {
  /** Of a worker that can serve, and of one that has not reported. */
  public static final Strain NONE = new Strain(false, false);

  boolean isNone() {
    return !isBlocked && !isShedding;
  }
}
