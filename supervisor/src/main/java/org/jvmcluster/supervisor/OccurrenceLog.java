package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.report.EventLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what happened to where it is read: the event log, and a line on standard error. */
final class OccurrenceLog {
  private static final Logger LOG = LoggerFactory.getLogger(OccurrenceLog.class);

  private final EventLog events;

  OccurrenceLog(EventLog events) {
    this.events = requireNonNull(events, "events");
  }

  /** On the loop's thread; never blocks. */
  void add(Occurrence occurrence) {
    events.add(occurrence);
    // The text names slot, generation and pid itself.
    String line = occurrence.text();
    switch (occurrence.kind()) {
      case FAILED, HANG, STARVED, KILLED, BACKOFF, RESTART_ABORTED, SCALE_ABORTED -> LOG.warn(line);
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
}
