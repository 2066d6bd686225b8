package org.jvmcluster.supervisor.fleet;

/** What every {@link Activity} of a fleet works on. One of each for the life of a fleet. */
record FleetParts(
    FleetSettings settings,
    Roster roster,
    Generations generations,
    RestartLog restarts,
    Journal journal) {

  /** A request that is not begun. */
  void refuse(RequestId request, String why) {
    journal.complete(request, new Outcome.Busy(why));
  }

  /** Whether every slot has a ready worker. */
  FleetView.State steadyOrDegraded() {
    return roster.allReady() ? FleetView.State.STEADY : FleetView.State.DEGRADED;
  }
}
