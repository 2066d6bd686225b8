package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.supervisor.compare.result.Arm;
import org.jvmcluster.supervisor.load.LoadTarget;

/** A service that ran before the comparison and runs after it. */
record UrlArm(ArmSpec.Running spec) implements RunningArm {
  UrlArm {
    requireNonNull(spec, "spec");
  }

  @Override
  public Arm arm() {
    return spec.arm();
  }

  @Override
  public LoadTarget target(String path) {
    LoadTarget address = spec.address();
    return new LoadTarget(address.host(), address.port(), address.hostHeader(), path);
  }

  @Override
  public Optional<Duration> start() {
    return Optional.empty();
  }

  @Override
  public Optional<List<Long>> processes() {
    return Optional.empty();
  }

  @Override
  public OptionalLong supervising() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<List<Long>> readyWorkers() {
    return Optional.empty();
  }
}
