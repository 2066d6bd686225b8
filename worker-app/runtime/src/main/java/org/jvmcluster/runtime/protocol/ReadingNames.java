package org.jvmcluster.runtime.protocol;

/** The names of readings that both sides know. A name is never given a second meaning. */
public final class ReadingNames {
  /** Gauge: open connections on supervised ports. */
  public static final String CONNECTIONS = "connections";

  /** Gauge: requests accepted and not yet answered. */
  public static final String IN_FLIGHT = "inFlight";

  /** Counter: requests answered since the worker started. */
  public static final String REQUESTS = "requests";

  /** Counter: how often accepting failed for want of descriptors or memory. */
  public static final String ACCEPT_FAILURES = "acceptFailures";

  /** Gauge: bytes of heap in use. */
  public static final String HEAP_USED_BYTES = "heapUsedBytes";

  /** Gauge: bytes the heap may grow to. */
  public static final String HEAP_MAX_BYTES = "heapMaxBytes";

  /** Distribution, label {@code loop}: arrival in the kernel to last byte written. */
  public static final String LATENCY_NANOS = "latencyNanos";

  /** Distribution, label {@code loop}: first read to last byte written. */
  public static final String SERVER_TIME_NANOS = "serverTimeNanos";

  private ReadingNames() {}
}
