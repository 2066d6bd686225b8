package org.jvmcluster.supervisor.process;

/**
 * How much heap a worker gets by default.
 *
 * <p>maximum = min({@value #LARGEST_MIB} MiB, limit / (N + 1) / 2), but at least {@value
 * #SMALLEST_MIB} MiB. N + 1, because a rolling restart runs one worker more; half, because a worker
 * needs about as much again outside a small heap (code cache, metaspace, stacks, buffers), and the
 * supervisor needs some. Worked example: limit 2 GiB, 3 workers: 2048 / 4 / 2 = 256 MiB.
 *
 * @param maxBytes for {@code -Xmx}
 * @param initialBytes for {@code -Xms}
 */
public record HeapSize(long maxBytes, long initialBytes) {
  private static final long MIB = 1L << 20;

  /** A worker is small by intent: there are several, and a pause grows with the heap. */
  private static final int LARGEST_MIB = 512;

  /** Below it the bundled service spends its time in garbage collection. */
  private static final int SMALLEST_MIB = 64;

  private static final int INITIAL_MIB = 32;

  public HeapSize {
    if (initialBytes < 1 || maxBytes < initialBytes) {
      throw new IllegalArgumentException("a heap of " + initialBytes + ".." + maxBytes + " bytes");
    }
  }

  /** The default for {@code workers} processes within a limit. */
  public static HeapSize of(MemoryLimit limit, int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("workers is at least 1, not " + workers);
    }
    long shareMib = limit.bytes() / (workers + 1L) / 2 / MIB;
    long maxMib = Math.max(SMALLEST_MIB, Math.min(LARGEST_MIB, shareMib));
    return new HeapSize(maxMib * MIB, INITIAL_MIB * MIB);
  }
}
