package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.supervisor.control.Strain;
import org.jvmcluster.supervisor.process.WorkerProcess;

/**
 * The supervisor's view of one worker process, from the order to start it until it is gone. Made by
 * the supervisor loop. The launcher and the control channel add what they learn, on their threads:
 * those fields are volatile, each is written by one thread, and any may read them.
 */
final class WorkerHandle {
  private final LaunchId launch;
  private final Slot slot;
  private final GenerationPlan plan;
  private final WarmUp warmUp;
  private volatile @Nullable WorkerProcess process;
  private volatile OptionalLong joinedPid = OptionalLong.empty();
  private volatile boolean wasReady;
  private volatile Strain strain = Strain.NONE;

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

  /** It said hello, as this process. */
  void joined(long pid) {
    joinedPid = OptionalLong.of(pid);
  }

  /** Of its process; its own word for it where that has overtaken the launcher's. */
  OptionalLong pid() {
    WorkerProcess known = process;
    return known == null ? joinedPid : OptionalLong.of(known.pid());
  }

  void becameReady() {
    wasReady = true;
  }

  /** Whether it has ever accepted connections. */
  boolean wasReady() {
    return wasReady;
  }

  /** By its latest report. */
  Strain strain() {
    return strain;
  }

  void reported(Strain latest) {
    strain = latest;
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
