package org.jvmcluster.supervisor.report;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.ExitStatus;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.LastExit;
import org.jvmcluster.supervisor.fleet.FleetView.RestartState;
import org.jvmcluster.supervisor.fleet.FleetView.RestartView;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;
import org.jvmcluster.supervisor.fleet.Occurrence;

/** Views of a fleet, as tests need them. */
public final class Fleets {
  private Fleets() {}

  public static FleetView fleet(FleetView.State state, WorkerView... workers) {
    return new FleetView(
        state,
        Generation.FIRST,
        List.of(workers),
        new RestartView(
            0, RestartState.NONE, Optional.empty(), Optional.empty(), List.of(), Optional.empty()));
  }

  public static WorkerView worker(long launch, int slot, WorkerState state, long sinceNanos) {
    return new WorkerView(
        Optional.of(new LaunchId(launch)),
        new Slot(slot),
        Generation.FIRST,
        OptionalLong.of(1000 + launch),
        state,
        sinceNanos,
        0,
        Optional.empty(),
        Optional.empty());
  }

  public static WorkerView inBackoff(int slot, Duration left, long sinceNanos) {
    return new WorkerView(
        Optional.empty(),
        new Slot(slot),
        Generation.FIRST,
        OptionalLong.empty(),
        WorkerState.BACKOFF,
        sinceNanos,
        4,
        Optional.of(
            new LastExit("crashed", new ExitStatus(137), Instant.parse("2026-01-02T03:04:05Z"))),
        Optional.of(left));
  }

  public static Occurrence occurrence(int number) {
    return new Occurrence(
        Instant.parse("2026-01-02T03:04:05.678Z"),
        Occurrence.Kind.READY,
        Optional.of(new Slot(1)),
        Optional.of(Generation.FIRST),
        OptionalLong.of(4711),
        OptionalLong.of(1234),
        "number " + number);
  }
}
