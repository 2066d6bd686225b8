package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChangedSettingsTest {
  private static final Duration SHORTER = Duration.ofSeconds(3);

  @Test
  void givesWorkersStartedFromThenOnTheNewLimits() {
    FleetWorld world = FleetWorld.steady(2);
    world.happens(new FleetEvent.SettingsChanged(settings()));
    world.serving(0).exits(1);
    world.newest(0).appears();

    world.almostPasses(SHORTER);
    assertThat(world.commands(FleetCommand.Kill.class)).isEmpty();
    world.lastNanoPasses();

    assertThat(world.commands(FleetCommand.Kill.class)).hasSize(1);
  }

  @Test
  void leavesAWorkerThatIsBootingTheLimitItWasStartedUnder() {
    FleetWorld world = FleetWorld.steady(2);
    world.serving(0).exits(1);
    world.newest(0).appears();

    world.happens(new FleetEvent.SettingsChanged(settings()));
    world.passes(SHORTER);

    assertThat(world.commands(FleetCommand.Kill.class)).isEmpty();
  }

  @Test
  void scalesNothing() {
    FleetWorld world = FleetWorld.steady(2);

    world.happens(new FleetEvent.SettingsChanged(settings()));

    assertThat(world.commands(FleetCommand.Spawn.class)).isEmpty();
    assertThat(world.view().workers()).hasSize(2);
  }

  private static FleetSettings settings() {
    return new FleetSettings(
        9,
        SHORTER,
        SHORTER,
        Duration.ZERO,
        new RestartBackoff(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(30)));
  }
}
