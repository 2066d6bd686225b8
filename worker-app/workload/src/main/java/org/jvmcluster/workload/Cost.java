package org.jvmcluster.workload;

import java.util.Locale;

/** What a route asks of the machine, as its author declares it. */
enum Cost {
  /** It waits, with or without a thread, and computes next to nothing. */
  IO,

  /** It computes for less than some 10 ms, which an event loop can bear. */
  CPU_SHORT,

  /** It computes for longer, or for as long as the request says. */
  CPU_LONG;

  /** As documents write it, such as {@code cpu-long}. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
