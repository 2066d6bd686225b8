package org.jvmcluster.runtime.pause;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The collectors of this JVM whose times are pauses. A concurrent collector has two kinds of beans:
 * {@code ZGC Cycles} and {@code Shenandoah Cycles} tell how long it worked beside the application
 * and are left out, {@code ZGC Pauses} and {@code Shenandoah Pauses} how long it stopped it. All
 * others stop the application for as long as they tell: {@code Copy}, {@code MarkSweepCompact},
 * {@code PS Scavenge}, {@code PS MarkSweep}, {@code G1 Young Generation}, {@code G1 Old
 * Generation}, and from JDK 20 {@code G1 Concurrent GC}, which counts the two pauses of a marking
 * cycle, remark and cleanup. Those two are in no bean of JDK 17.
 */
final class Collectors {
  private Collectors() {}

  /** Whether the durations of a collector are pauses. */
  static boolean pauses(String beanName) {
    return !beanName.endsWith(" Cycles");
  }

  /** The beans whose durations are pauses. */
  static List<GarbageCollectorMXBean> ofThisJvm() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(bean -> pauses(bean.getName()))
        .toList();
  }

  /**
   * The sum of all pauses since the JVM began, in nanoseconds; the JVM tells whole milliseconds. Up
   * to date as soon as a pause is over.
   */
  static long pausedNanos(List<GarbageCollectorMXBean> pausing) {
    long millis = 0;
    for (GarbageCollectorMXBean bean : pausing) {
      // Below 0 where a collector does not know.
      millis += Math.max(0, bean.getCollectionTime());
    }
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
