package org.jvmcluster.supervisor.compare;

/** Turns what is to be compared into what runs. */
final class ArmStarter {
  private ArmStarter() {}

  /** Starts an arm and waits until it is ready; what it has started of it has ended if it fails. */
  static RunningArm start(ArmSpec spec, ArmProcesses processes)
      throws ArmException, InterruptedException {
    if (spec instanceof ArmSpec.Own own) {
      return OwnArm.start(own, processes);
    }
    if (spec instanceof ArmSpec.Node node) {
      return NodeArm.start(node, processes);
    }
    if (spec instanceof ArmSpec.Command command) {
      return CommandArm.start(command, processes);
    }
    if (spec instanceof ArmSpec.Running running) {
      return new UrlArm(running);
    }
    throw new IllegalStateException("an arm of another kind: " + spec);
  }
}
