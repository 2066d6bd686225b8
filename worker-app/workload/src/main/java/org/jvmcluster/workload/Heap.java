package org.jvmcluster.workload;

/**
 * How much of the heap one sort of request may take. A worker whose heap is full ends, and takes
 * everybody's requests with it; a request that is refused is only one.
 */
final class Heap {
  private Heap() {}

  /**
   * How many things of that size fit into a part of the heap: at least 1.
   *
   * @param part 2 is half of the heap, 8 an eighth
   * @param bytesEach the size of one
   * @param most more than this are not needed in any heap
   */
  static int room(int part, long bytesEach, int most) {
    return (int) Math.max(1, Math.min(most, Runtime.getRuntime().maxMemory() / part / bytesEach));
  }
}
