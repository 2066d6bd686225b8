package org.jvmcluster.runtime.pause;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.time.NanoClock;

/** All that may stop this worker from outside, as sources of readings. */
public final class Pauses {
  private Pauses() {}

  /**
   * Begins to watch, for as long as the JVM runs: one daemon thread and a listener on the
   * collectors. Once in a JVM.
   */
  public static List<ReadingSource> watch(NanoClock clock) {
    List<ReadingSource> sources = new ArrayList<>();
    sources.add(CpuQuota.ofThisProcess());
    sources.add(StolenTime.ofThisMachine());
    if (reduced().isEmpty()) {
      sources.add(GcPauses.listen());
      sources.add(stops(clock));
    }
    return sources;
  }

  /** What cannot be watched in this JVM, in a sentence; empty when all can. */
  public static Optional<String> reduced() {
    return ModuleLayer.boot().findModule("jdk.management").isPresent()
        ? Optional.empty()
        : Optional.of(
            "garbage collection pauses and stops of the process are not measured: this Java runtime"
                + " was made without the module jdk.management");
  }

  private static ProcessStops stops(NanoClock clock) {
    List<GarbageCollectorMXBean> collectors = Collectors.ofThisJvm();
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    ProcessStops stops =
        new ProcessStops(
            clock,
            TimeUnit.NANOSECONDS::sleep,
            () -> Collectors.pausedNanos(collectors),
            process::getProcessCpuTime,
            Runtime.getRuntime().availableProcessors());
    Thread thread = new Thread(null, stops, "worker-stop-watch", 0, false);
    thread.setDaemon(true);
    thread.start();
    return stops;
  }
}
