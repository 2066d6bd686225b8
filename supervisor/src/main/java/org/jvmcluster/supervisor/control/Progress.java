package org.jvmcluster.supervisor.control;

import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.fleet.Outcome;

/**
 * Follows an order: any number of steps, then one outcome, nothing after it. Called from any
 * thread, one at a time; returns at once, whether the asker is still there or not.
 */
public interface Progress {
  /** Something was done or happened on the way. */
  void step(Occurrence step);

  /** How it ended. */
  void complete(Outcome outcome);
}
