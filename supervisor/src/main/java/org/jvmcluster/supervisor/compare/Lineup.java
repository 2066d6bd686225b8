package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Consumer;

/**
 * Arms that are measured together. One that fails is stopped and takes no further part, what it
 * wrote is told, and the others go on.
 */
final class Lineup {
  private final List<ArmLedger> arms;
  private final ArmProcesses processes;
  private final Consumer<String> progress;

  /**
   * Arms that do not run yet.
   *
   * @param progress is given lines for people
   */
  Lineup(List<? extends ArmSpec> specs, ArmProcesses processes, Consumer<String> progress) {
    this.arms = specs.stream().map(ArmLedger::new).toList();
    this.processes = requireNonNull(processes, "processes");
    this.progress = requireNonNull(progress, "progress");
  }

  /** What is done with an arm. */
  @FunctionalInterface
  interface Step {
    void take(ArmLedger ledger, RunningArm arm) throws ArmException, InterruptedException;
  }

  /** All, those that failed too. */
  List<ArmLedger> all() {
    return arms;
  }

  List<ArmLedger> running() {
    return arms.stream().filter(arm -> arm.running().isPresent()).toList();
  }

  /** Starts them, one after the other: each is alone with the machine while it starts. */
  void start() throws ComparisonException, InterruptedException {
    for (ArmLedger ledger : arms) {
      try {
        ledger.started(ArmStarter.start(ledger.spec(), processes));
      } catch (ArmException e) {
        leaveOut(ledger, "to start", e, e.lastLines());
      }
    }
    requireOne();
  }

  /** Does something with each that runs, in their order. */
  void each(String what, Step step) throws ComparisonException, InterruptedException {
    take(running(), what, step);
  }

  /** Does something with each that runs, in the order of a round. */
  void round(int round, String what, Step step) throws ComparisonException, InterruptedException {
    take(RoundOrder.of(running(), round), what, step);
  }

  private void take(List<ArmLedger> order, String what, Step step)
      throws ComparisonException, InterruptedException {
    for (ArmLedger ledger : order) {
      RunningArm arm = ledger.running().orElseThrow();
      try {
        step.take(ledger, arm);
      } catch (ArmException e) {
        arm.stop();
        leaveOut(ledger, what, e, arm.lastLines());
      }
    }
    requireOne();
  }

  private void leaveOut(ArmLedger ledger, String what, ArmException why, List<String> lastLines) {
    ledger.failed(what + ": " + why.text());
    progress.accept(ledger.name() + " failed " + what + ": " + why.text());
    lastLines.forEach(line -> progress.accept("  " + ledger.name() + " wrote: " + line));
  }

  private void requireOne() throws ComparisonException {
    if (running().isEmpty()) {
      throw new ComparisonException("no arm is left to compare; the lines above say why");
    }
  }

  /** Ends all of them. */
  void stop() {
    running().forEach(arm -> arm.running().orElseThrow().stop());
  }
}
