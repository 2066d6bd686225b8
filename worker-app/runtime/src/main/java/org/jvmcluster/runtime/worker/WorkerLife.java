package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.Versions;
import org.jvmcluster.runtime.protocol.WorkerIdentity;

/** The life of this JVM as a worker of a supervisor. */
public final class WorkerLife {
  private final WorkerIdentity identity;
  private final SupervisorMessage.Welcome welcome;

  WorkerLife(WorkerIdentity identity, SupervisorMessage.Welcome welcome) {
    this.identity = identity;
    this.welcome = welcome;
  }

  /**
   * Joins the supervisor that started this JVM.
   *
   * @return empty when no supervisor started it; it then runs as if the runtime were not there
   */
  public static Optional<WorkerLife> join(Versions versions, List<String> reduced) {
    requireNonNull(versions, "versions");
    requireNonNull(reduced, "reduced");
    return Optional.empty();
  }

  /** Who this worker is. */
  public WorkerIdentity identity() {
    return identity;
  }

  /** What the supervisor said at the start. */
  public SupervisorMessage.Welcome welcome() {
    return welcome;
  }

  /**
   * Hands over the door of the application. From now on it is opened, reported and drained.
   *
   * @param closeApplication starts to close the application once the door has drained
   */
  public void begin(FrontDoor door, Supplier<? extends CompletionStage<?>> closeApplication) {
    requireNonNull(door, "door");
    requireNonNull(closeApplication, "closeApplication");
  }

  /** Tells the supervisor why this worker cannot go on, and ends the JVM. */
  public void fail(String reason) {
    requireNonNull(reason, "reason");
  }
}
