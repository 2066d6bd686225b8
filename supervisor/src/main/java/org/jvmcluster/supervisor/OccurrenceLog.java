package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.report.EventLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what happened to where it is read: the event log, and a line on standard error. */
final class OccurrenceLog {
  private static final Logger LOG = LoggerFactory.getLogger("supervisor");

  private final EventLog events;

  OccurrenceLog(EventLog events) {
    this.events = requireNonNull(events, "events");
  }

  /** On the loop's thread; never blocks. */
  void add(Occurrence occurrence) {
    events.add(occurrence);
    String line = line(occurrence);
    switch (occurrence.kind()) {
      case FAILED, KILLED, BACKOFF, RESTART_ABORTED, SCALE_ABORTED -> LOG.warn(line);
      case STARTED,
          READY,
          WARMED,
          DRAINING,
          DRAINED,
          EXITED,
          RESTART_BEGUN,
          RESTART_COMPLETED,
          SCALE_BEGUN,
          SCALE_COMPLETED,
          STOPPING,
          STOPPED ->
          LOG.info(line);
    }
  }

  /** {@code slot 0 generation 1 pid 4711: ready after 812 ms}. */
  private static String line(Occurrence occurrence) {
    StringBuilder line = new StringBuilder();
    occurrence.slot().ifPresent(slot -> line.append("slot ").append(slot));
    occurrence.generation().ifPresent(generation -> word(line, "generation ").append(generation));
    occurrence.pid().ifPresent(pid -> word(line, "pid ").append(pid));
    if (!line.isEmpty()) {
      line.append(": ");
    }
    return line.append(occurrence.text()).toString();
  }

  private static StringBuilder word(StringBuilder line, String word) {
    return line.append(line.isEmpty() ? "" : " ").append(word);
  }
}
