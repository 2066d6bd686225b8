package org.jvmcluster.runtime.inject;

import static java.util.Objects.requireNonNull;

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
    for (LoopWindow loop : loops.take()) {
      lagNanos = Math.max(lagNanos, loop.lagMaxNanos());
      utilization = Math.max(utilization, loop.utilization());
    }
    return new Strain(
        lagNanos, utilization, door.inFlight(), admission.refused(ShedReason.ALL_BLOCKED));
  }
}
