package org.jvmcluster.supervisor.fleet;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jvmcluster.runtime.protocol.Generation;

/**
 * Which launch records there are and which of them is desired. A number is never used twice, not
 * even after a failed restart: a worker of the failed one may still live.
 */
final class Generations {
  private final Journal journal;
  private final Set<Generation> kept = new TreeSet<>(Set.of(Generation.FIRST));
  private final Set<Generation> unanswered = new HashSet<>();
  private Set<Generation> needed = Set.of();
  private Generation desired = Generation.FIRST;
  private Generation last = Generation.FIRST;

  Generations(Journal journal) {
    this.journal = journal;
  }

  /** What new workers are to run. */
  Generation desired() {
    return desired;
  }

  void desire(Generation generation) {
    desired = generation;
  }

  /** Orders the record of the next generation. */
  Generation prepareNext() {
    last = last.next();
    unanswered.add(last);
    journal.command(new FleetCommand.Prepare(last));
    return last;
  }

  /** The record exists, whether or not somebody still waits for it. */
  void prepared(Generation generation) {
    if (unanswered.remove(generation)) {
      kept.add(generation);
    }
  }

  /** The record could not be made; whoever tried has cleaned up. */
  void failed(Generation generation) {
    unanswered.remove(generation);
  }

  /** Keeps these though nobody may run them just now: a restart may have to go back to them. */
  void need(Set<Generation> generations) {
    needed = Set.copyOf(generations);
  }

  /** Lets go of the records that nobody runs, wants or may have to go back to. */
  void discardUnused(Roster roster) {
    kept.removeIf(
        generation -> {
          boolean used =
              generation.equals(desired) || needed.contains(generation) || roster.uses(generation);
          if (!used) {
            journal.command(new FleetCommand.Discard(generation));
          }
          return !used;
        });
  }
}
