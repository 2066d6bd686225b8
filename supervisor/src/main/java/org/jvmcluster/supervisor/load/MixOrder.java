package org.jvmcluster.supervisor.load;

import java.util.List;

/**
 * Which request of a run asks for which path of a {@link LoadMix}: always the same, so that runs
 * can be compared, and as evenly as whole requests can be: after any number of them, each path has
 * had its share to less than one request.
 *
 * <p>The k-th request of a path with share s may come at (k - 1) / s and must have come by k / s,
 * both in requests of the run; among those that may come, the one that must come first does. That
 * this always succeeds is known of proportionate fairness on one processor (Baruah, Cohen, Plaxton,
 * Varvel 1996).
 */
final class MixOrder {
  /** Of the parts, by request; it repeats after the sum of the weights over what they share. */
  private final byte[] cycle;

  MixOrder(LoadMix mix) {
    List<LoadMix.Part> parts = mix.parts();
    int shared = parts.stream().mapToInt(LoadMix.Part::weight).reduce(0, MixOrder::divisor);
    int[] weights = parts.stream().mapToInt(part -> part.weight() / shared).toArray();
    cycle = cycle(weights);
  }

  private static int divisor(int one, int other) {
    return other == 0 ? one : divisor(other, one % other);
  }

  private static byte[] cycle(int[] weights) {
    int sum = 0;
    for (int weight : weights) {
      sum += weight;
    }
    byte[] order = new byte[sum];
    long[] had = new long[weights.length];
    for (int i = 0; i < sum; i++) {
      int next = -1;
      long nextDeadline = Long.MAX_VALUE;
      for (int part = 0; part < weights.length; part++) {
        boolean mayCome = had[part] * sum / weights[part] <= i;
        long deadline = ((had[part] + 1) * sum + weights[part] - 1) / weights[part];
        if (mayCome && deadline < nextDeadline) {
          next = part;
          nextDeadline = deadline;
        }
      }
      had[next]++;
      order[i] = (byte) next;
    }
    return order;
  }

  /**
   * The part whose path a request asks for.
   *
   * @param request of the run, from 0
   * @return index into the parts of the mix
   */
  int partOf(long request) {
    return cycle[(int) (request % cycle.length)];
  }
}
