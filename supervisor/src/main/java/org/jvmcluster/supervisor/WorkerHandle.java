package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.supervisor.process.WorkerProcess;

/**
 * The supervisor's view of one worker process, from the order to start it until it is gone. Made
 * and changed by the supervisor loop; read by the threads of the control channel.
 */
final class WorkerHandle {
  private final LaunchId launch;
  private final Slot slot;
  private final GenerationPlan plan;
  private final WarmUp warmUp;
  private volatile @Nullable WorkerProcess process;
  private volatile boolean wasReady;

  /** Loop thread only. */
  private boolean holdsSockets;

  WorkerHandle(LaunchId launch, Slot slot, GenerationPlan plan, WarmUp warmUp) {
    this.launch = requireNonNull(launch, "launch");
    this.slot = requireNonNull(slot, "slot");
    this.plan = requireNonNull(plan, "plan");
    this.warmUp = requireNonNull(warmUp, "warmUp");
  }

  LaunchId launch() {
    return launch;
  }

  Slot slot() {
    return slot;
  }

  Generation generation() {
    return plan.record().generation();
  }

  GenerationPlan plan() {
    return plan;
  }

  WarmUp warmUp() {
    return warmUp;
  }

  void started(WorkerProcess started) {
    process = started;
  }

  /** Empty until the process exists. */
  Optional<WorkerProcess> process() {
    return Optional.ofNullable(process);
  }

  void becameReady() {
    wasReady = true;
  }

  /** Whether it has ever accepted connections. */
  boolean wasReady() {
    return wasReady;
  }

  List<String> lastLines() {
    return process().map(WorkerProcess::lastLines).orElse(List.of());
  }

  boolean holdsSockets() {
    return holdsSockets;
  }

  void tookSockets() {
    holdsSockets = true;
  }

  /** {@code slot 0 generation 1 pid 4711}. */
  String describe() {
    String pid = process().map(p -> Long.toString(p.pid())).orElse("-");
    return "slot " + slot + " generation " + generation() + " pid " + pid;
  }
}
