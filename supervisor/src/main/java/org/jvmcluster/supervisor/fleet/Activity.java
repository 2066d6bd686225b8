package org.jvmcluster.supervisor.fleet;

import java.util.Optional;
import org.jvmcluster.runtime.protocol.Generation;

/**
 * What the fleet as a whole is about. There is exactly one at any time, so two restarts, or a
 * restart and a scaling, cannot overlap; and each answers every request with the activity that
 * follows, often itself. Slots go on replacing dead workers whatever the activity is.
 *
 * <pre>
 *   Opening - FirstStart - Steady - PreparingRestart - RollingRestart - RollingBack - Steady
 *                             \____ ScalingUp - UndoingScale, ScalingDown ____________/
 *   each - Shutdown - Ended
 * </pre>
 */
sealed interface Activity permits Opening, FirstStart, Steady, Undertaking, Shutdown, Ended {

  /** The supervisor owns its port. */
  Activity opened(Moment now);

  /** Replace every worker by one of a new generation. */
  Activity restartAsked(RequestId request, Moment now);

  /** Have so many workers. */
  Activity scaleAsked(RequestId request, int workers, Moment now);

  /** End everything; {@code atOnce} kills. */
  Activity stopAsked(RequestId request, boolean atOnce, Moment now);

  /** A launch record stands ready. */
  Activity generationPrepared(Generation generation, Moment now);

  /** A launch record could not be made. */
  Activity generationFailed(Generation generation, String reason, Moment now);

  /**
   * Looks at the slots and takes the next step if one can be taken. Called after every event until
   * it returns itself; never waits for an event that it could have missed.
   */
  Activity advance(Moment now);

  /** When {@link #advance} has something to do at the latest, beside what slots and workers say. */
  Optional<Due> due();

  /** The word the status has for it. */
  FleetView.State shown();
}
