package org.jvmcluster.runtime.inject;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Supplier;
import org.jvmcluster.runtime.listen.Admission;
import org.jvmcluster.runtime.listen.ShedReason;
import org.jvmcluster.runtime.listen.VertxFrontDoor;
import org.jvmcluster.runtime.loop.LoopReader;
import org.jvmcluster.runtime.loop.LoopWindow;
import org.jvmcluster.runtime.worker.Strain;

/** How hard pressed this worker is, from its own reader of the loops. For one thread. */
final class LoopStrain implements Supplier<Strain> {
  private final LoopReader loops;
  private final VertxFrontDoor door;
  private final Admission admission;

  LoopStrain(LoopReader loops, VertxFrontDoor door, Admission admission) {
    this.loops = requireNonNull(loops, "loops");
    this.door = requireNonNull(door, "door");
    this.admission = requireNonNull(admission, "admission");
  }

  @Override
  public Strain get() {
    long lagNanos = 0;
    double utilization = 0;
    List<LoopWindow> windows = loops.take();
    if (!door.isServing()) {
      // A boot or a warm-up holds the loops for long; nobody waits for them.
      windows = List.of();
    }
    for (LoopWindow loop : windows) {
      lagNanos = Math.max(lagNanos, loop.lagMaxNanos());
      utilization = Math.max(utilization, loop.utilization());
    }
    return new Strain(
        lagNanos, utilization, door.inFlight(), admission.refused(ShedReason.ALL_BLOCKED));
  }
}
