package org.jvmcluster.supervisor.fleet;

import java.util.Optional;
import org.jvmcluster.runtime.protocol.Generation;

/**
 * A restart or a scaling that runs. Another one is refused, not queued: who asked learns at once
 * that nothing has happened. A stop ends it where it stands.
 */
sealed interface Undertaking extends Activity
    permits PreparingRestart, RollingRestart, RollingBack, ScalingUp, UndoingScale, ScalingDown {

  FleetParts parts();

  /** What runs and how far it is, as a sentence. */
  String progress();

  /** Tells who asked for it that the supervisor stops first. */
  void interrupt(Moment now);

  @Override
  default Activity opened(Moment now) {
    return this;
  }

  @Override
  default Activity restartAsked(RequestId request, Moment now) {
    parts().refuse(request, progress() + "; try again when it has ended");
    return this;
  }

  @Override
  default Activity scaleAsked(RequestId request, int workers, Moment now) {
    parts().refuse(request, progress() + "; try again when it has ended");
    return this;
  }

  @Override
  default Activity stopAsked(RequestId request, boolean atOnce, Moment now) {
    interrupt(now);
    return Shutdown.asked(parts(), request, atOnce, now);
  }

  /** Too late for the restart that wanted it; it is let go again. */
  @Override
  default Activity generationPrepared(Generation generation, Moment now) {
    parts().generations().prepared(generation);
    return this;
  }

  @Override
  default Activity generationFailed(Generation generation, String reason, Moment now) {
    parts().generations().failed(generation);
    return this;
  }

  @Override
  default Optional<Due> due() {
    return Optional.empty();
  }
}
