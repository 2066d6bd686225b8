package org.jvmcluster.runtime.pause;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;

/**
 * The pauses of garbage collections, each with its length, and their sum. A pause is told by the
 * JVM after it is over, on a thread of its own, in whole milliseconds: one of 0.4 ms is a 0 in the
 * distribution. The sum is the JVM's own and does not lose those.
 */
final class GcPauses implements ReadingSource {
  private final PauseDurations pauses = new PauseDurations(ReadingNames.GC_PAUSE_NANOS);
  private final List<GarbageCollectorMXBean> collectors;

  private GcPauses(List<GarbageCollectorMXBean> collectors) {
    this.collectors = List.copyOf(collectors);
  }

  /** Listens to the collectors of this JVM from now on, until it ends. */
  static GcPauses listen() {
    GcPauses listening = new GcPauses(Collectors.ofThisJvm());
    for (GarbageCollectorMXBean collector : listening.collectors) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(
            (notification, handback) -> listening.collected(notification), null, null);
      }
    }
    return listening;
  }

  private void collected(Notification notification) {
    if (notification
            .getType()
            .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)
        && notification.getUserData() instanceof CompositeData text) {
      long millis = GarbageCollectionNotificationInfo.from(text).getGcInfo().getDuration();
      pauses.record(TimeUnit.MILLISECONDS.toNanos(millis));
    }
  }

  @Override
  public List<Reading> takeReadings() {
    List<Reading> readings = new ArrayList<>(2);
    readings.add(
        Reading.Counter.of(ReadingNames.GC_PAUSED_NANOS, Collectors.pausedNanos(collectors)));
    pauses.addTo(readings);
    return readings;
  }
}
