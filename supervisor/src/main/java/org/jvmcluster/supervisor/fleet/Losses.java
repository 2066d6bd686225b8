package org.jvmcluster.supervisor.fleet;

/**
 * What drains have cost since the supervisor started. An operation reads it at its begin and at its
 * end; the difference is what it cost.
 *
 * @param cutRequests requests that were in flight when a drain limit cut them
 * @param brokenDrains workers that were killed or died before they had finished draining
 */
record Losses(long cutRequests, int brokenDrains) {
  static final Losses NONE = new Losses(0, 0);

  Losses plusCutRequests(long more) {
    return new Losses(cutRequests + more, brokenDrains);
  }

  Losses plusBrokenDrain() {
    return new Losses(cutRequests, brokenDrains + 1);
  }

  Losses since(Losses earlier) {
    return new Losses(cutRequests - earlier.cutRequests, brokenDrains - earlier.brokenDrains);
  }

  boolean isNone() {
    return equals(NONE);
  }

  /** {@code 2 requests were cut at the drain limit}, for a sentence. Not for {@link #isNone()}. */
  String describe() {
    String cut = Counted.of(cutRequests, "request") + " in flight cut at the drain limit";
    String broken = Counted.of(brokenDrains, "worker") + " ended before its drain was over";
    if (brokenDrains == 0) {
      return cut;
    }
    return cutRequests == 0 ? broken : cut + ", " + broken;
  }
}
