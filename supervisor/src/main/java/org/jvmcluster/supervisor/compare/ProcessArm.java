package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.compare.result.Arm;
import org.jvmcluster.supervisor.load.LoadTarget;

/** What all arms have in common whose processes this program has started. */
abstract class ProcessArm implements RunningArm {
  static final String LOOPBACK = "127.0.0.1";

  private final Arm arm;
  private final ArmProcess process;
  private final int port;
  private final Duration start;

  ProcessArm(Arm arm, ArmProcess process, int port, Duration start) {
    this.arm = requireNonNull(arm, "arm");
    this.process = requireNonNull(process, "process");
    this.port = port;
    this.start = requireNonNull(start, "start");
  }

  @Override
  public final Arm arm() {
    return arm;
  }

  final ArmProcess process() {
    return process;
  }

  @Override
  public final LoadTarget target(String path) {
    return targetAt(port, path);
  }

  static LoadTarget targetAt(int port, String path) {
    return new LoadTarget(LOOPBACK, port, LOOPBACK + ":" + port, path);
  }

  @Override
  public final Optional<Duration> start() {
    return Optional.of(start);
  }

  @Override
  public final Optional<List<Long>> processes() {
    return Optional.of(process.processes());
  }

  @Override
  public final boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public final List<String> lastLines() throws InterruptedException {
    return process.lastLines();
  }

  @Override
  public final void stop() {
    process.stop(ArmProcesses.PATIENCE);
  }
}
