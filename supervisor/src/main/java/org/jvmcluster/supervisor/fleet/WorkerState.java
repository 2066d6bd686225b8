package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.Optional;

/**
 * Where one worker stands in its life. Each state owns the numbers it needs and answers every event
 * and every order with the state that follows, often itself: an event can come late, twice, or in
 * an order nobody intended, and none of that may do harm. No method has a default here, so that the
 * compiler demands the answer.
 *
 * <pre>
 *   Spawning - Booting - Joined - Warming - Taking - Ready - Draining - Leaving - Gone
 *       |         \        \         \        \        \        \__ Hanging \
 *       |          \________\_________\________\________\________\__________\__ Killed
 *   Abandoned: to be killed, but there is no process yet
 * </pre>
 */
sealed interface WorkerState permits BootState, ReadyState, LeavingState {

  /** What a slot needs to know of the state of its worker; only ever moves downwards. */
  enum Phase {
    BOOTING,
    READY,
    LEAVING,
    GONE
  }

  Phase phase();

  /** The process exists; its pid is known by now. */
  WorkerState spawned(Launch worker, Moment now);

  /** The process could not be started; there will be none. */
  WorkerState spawnFailed(Launch worker, String reason, Moment now);

  /** It joined the control channel. */
  WorkerState saidHello(Launch worker, Moment now);

  /** Its application has bound its ports. */
  WorkerState becameListening(Launch worker, Moment now);

  /** Its warm-up is over. */
  WorkerState becameWarm(Launch worker, long requests, Duration took, Moment now);

  /** It accepts connections. */
  WorkerState becameReady(Launch worker, Moment now);

  /** It sent a report; {@link Launch} knows what that says. */
  WorkerState reported(Launch worker, Moment now);

  /**
   * The machine was asked why it is silent.
   *
   * @param isStarved whether it would go on if it had CPU
   * @param finding continues a sentence whose subject is the worker
   */
  WorkerState examined(Launch worker, boolean isStarved, String finding, Moment now);

  /** Its threads were dumped, or, when empty, did not answer in time. */
  WorkerState dumped(Launch worker, Optional<ThreadsSeen> seen, Moment now);

  /** It says why it cannot go on and exits next. */
  WorkerState reportedFailure(Launch worker, String reason, Moment now);

  /** It has no connection left and exits next. */
  WorkerState finishedDrain(Launch worker, long cut, long cutRequests, Moment now);

  /** Its control channel ended. */
  WorkerState lostControl(Launch worker, Moment now);

  /** Its process is gone. */
  WorkerState exited(Launch worker, ExitStatus status, Moment now);

  /** {@link #due()} has come. */
  WorkerState waitedTooLong(Launch worker, Moment now);

  /** Order: no older worker serves the slot any more, so do not wait for the warm-up. */
  WorkerState serveAlone(Launch worker, Moment now);

  /** Order: finish what is in flight and exit; at once where nothing can be in flight. */
  WorkerState retire(Launch worker, Departure why, Moment now);

  /** Order: end at once. */
  WorkerState kill(Launch worker, Departure why, Moment now);

  /** When this state has lasted too long; empty when it may last for ever. */
  Optional<Due> due();

  /** Whether an operation that wants the worker gone waits for it. */
  boolean isWaitedFor();

  /** The word the status has for it. */
  FleetView.WorkerState shown();
}
