package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.compare.result.Arm;
import org.jvmcluster.supervisor.compare.result.ArmRecord;
import org.jvmcluster.supervisor.compare.result.Disturbance;
import org.jvmcluster.supervisor.compare.result.Isolation;
import org.jvmcluster.supervisor.compare.result.Memory;
import org.jvmcluster.supervisor.compare.result.Run;

/** What has been measured of one arm so far. Not thread-safe. */
final class ArmLedger {
  private final ArmSpec spec;
  private final List<Run> runs = new ArrayList<>();
  private Optional<RunningArm> running = Optional.empty();
  private Optional<Duration> start = Optional.empty();
  private Optional<Isolation> isolation = Optional.empty();
  private Optional<Memory> memory = Optional.empty();
  private Optional<Disturbance> kill = Optional.empty();
  private Optional<Disturbance> restart = Optional.empty();
  private Optional<String> failure = Optional.empty();

  ArmLedger(ArmSpec spec) {
    this.spec = requireNonNull(spec, "spec");
  }

  ArmSpec spec() {
    return spec;
  }

  String name() {
    return spec.arm().name();
  }

  /** Empty before its start and after its failure. */
  Optional<RunningArm> running() {
    return running;
  }

  void started(RunningArm arm) {
    running = Optional.of(arm);
    start = arm.start();
  }

  /** It takes no further part; what is known of it stays. */
  void failed(String why) {
    running = Optional.empty();
    failure = Optional.of("left out after it failed " + why);
  }

  void add(Run run) {
    runs.add(run);
  }

  List<Run> runs() {
    return List.copyOf(runs);
  }

  void isolation(Isolation measured) {
    isolation = Optional.of(measured);
  }

  void memory(Optional<Memory> measured) {
    memory = measured;
  }

  void kill(Disturbance measured) {
    kill = Optional.of(measured);
  }

  void restart(Disturbance measured) {
    restart = Optional.of(measured);
  }

  ArmRecord result() {
    Arm plain = spec.arm();
    String notes =
        Stream.concat(failure.stream(), plain.note().stream()).collect(Collectors.joining("; "));
    Arm arm =
        new Arm(
            plain.name(),
            plain.kind(),
            plain.workers(),
            plain.listen(),
            notes.isEmpty() ? Optional.empty() : Optional.of(notes));
    return new ArmRecord(arm, start, runs, isolation, memory, kill, restart);
  }
}
