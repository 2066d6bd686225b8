package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jvmcluster.runtime.api.Identity;
import org.jvmcluster.runtime.api.RuntimeSeam;
import org.jvmcluster.runtime.protocol.WorkerIdentity;

/** The application of this JVM, through {@code runtime.api}. */
final class ConnectedApplication implements Application {
  private final RuntimeSeam seam;

  private ConnectedApplication(RuntimeSeam seam) {
    this.seam = requireNonNull(seam, "seam");
  }

  /**
   * Makes the application see that it is a worker.
   *
   * @param onReadinessChange called when it releases a hold on its readiness; must not block
   * @throws IllegalStateException when this JVM is a worker already
   */
  static ConnectedApplication connect(WorkerIdentity identity, Runnable onReadinessChange) {
    return new ConnectedApplication(
        RuntimeSeam.connect(
            new Identity(identity.slot().number(), identity.generation().number(), identity.pid()),
            onReadinessChange));
  }

  @Override
  public List<String> warmUpPaths() {
    return seam.warmUpPaths();
  }

  @Override
  public List<String> probes() {
    return seam.probes();
  }

  @Override
  public void overloaded(boolean now) {
    seam.overloaded(now);
  }

  @Override
  public List<String> readinessHolds() {
    return seam.readinessHolds();
  }

  @Override
  public List<Runnable> beginDrain() {
    return seam.beginDrain();
  }
}
