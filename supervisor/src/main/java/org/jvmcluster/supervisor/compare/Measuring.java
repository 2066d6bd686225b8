package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.compare.figures.NoiseRule;
import org.jvmcluster.supervisor.compare.result.Noise;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.load.LoadClient;
import org.jvmcluster.supervisor.load.LoadException;
import org.jvmcluster.supervisor.load.LoadResult;

/**
 * Loads an arm and reads around it what it cost and what else went on. The other arms idle
 * meanwhile; the little CPU that takes counts as used by others.
 */
final class Measuring {
  private final Path proc;
  private final double allowedCores;
  private final long ownPid = ProcessHandle.current().pid();

  /**
   * Measures on this machine.
   *
   * @param allowedCores that this process may use
   */
  Measuring(Path proc, double allowedCores) {
    this.proc = requireNonNull(proc, "proc");
    this.allowedCores = allowedCores;
  }

  /** What was counted at one moment. */
  private record Snapshot(
      long nanos, Optional<MachineCpu> machine, CpuReading own, Optional<CpuReading> arm) {}

  private Snapshot look(RunningArm arm) {
    Optional<CpuReading> ofArm = arm.processes().map(pids -> CpuReading.of(proc, pids));
    return new Snapshot(
        NanoClock.SYSTEM.nanos(),
        MachineCpu.read(proc),
        CpuReading.of(proc, List.of(ownPid)),
        ofArm);
  }

  /** One run of a round. */
  Run run(RunningArm arm, LoadShape shape, int round) throws ArmException, InterruptedException {
    Snapshot before = look(arm);
    LoadResult load;
    try {
      load = new LoadClient(shape.plan(arm), shape.sequence()).runPractised();
    } catch (LoadException e) {
      throw new ArmException(String.valueOf(e.getMessage()), e);
    }
    Snapshot after = look(arm);
    if (!arm.isAlive()) {
      throw new ArmException("it ended under the load");
    }
    return run(round, load, before, after);
  }

  private Run run(int round, LoadResult load, Snapshot before, Snapshot after) {
    Optional<Duration> cpu = after.arm().flatMap(now -> before.arm().map(now::since));
    Optional<MachineCpu> machine = after.machine().flatMap(now -> before.machine().map(now::since));
    double foreign =
        machine
            .map(MachineCpu::busy)
            .map(
                busy ->
                    cores(
                        busy.minus(cpu.orElse(Duration.ZERO))
                            .minus(after.own().since(before.own())),
                        after.nanos() - before.nanos()))
            .orElse(0.0);
    // Of a service that ran already nothing is known: what it used is not to be held against it.
    double knownForeign = cpu.isPresent() ? Math.max(0, foreign) : 0;
    double stolen = machine.map(MachineCpu::stolenShare).orElse(0.0);
    double lateMs = load.clientLateP99().toNanos() / 1e6;
    return new Run(
        round,
        load,
        cpu,
        new Noise(
            knownForeign,
            stolen,
            lateMs,
            NoiseRule.reasons(knownForeign, allowedCores, stolen, lateMs, load.distribution())));
  }

  private static double cores(Duration used, long elapsedNanos) {
    return (double) used.toNanos() / Math.max(1, elapsedNanos);
  }
}
