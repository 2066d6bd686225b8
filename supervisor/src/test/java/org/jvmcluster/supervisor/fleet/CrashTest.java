package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;

class CrashTest {
  @Test
  void replacesADeadWorkerAtOnceAndLeavesTheOthersAlone() {
    FleetWorld world = FleetWorld.steady(3);

    world.passes(Duration.ofMinutes(2));
    world.serving(1).exits(137);

    assertThat(world.commands(FleetCommand.Spawn.class))
        .singleElement()
        .satisfies(
            spawn -> {
              assertThat(spawn.slot()).isEqualTo(new Slot(1));
              assertThat(spawn.generation()).isEqualTo(Generation.FIRST);
              assertThat(spawn.warmUp()).isEqualTo(WarmUp.AFTER_READY);
            });
    assertThat(world.whoServes()).isEqualTo("0/1 2/1");
    assertThat(world.unserved()).containsExactly(new Slot(1));
    assertThat(world.state()).isEqualTo(FleetView.State.DEGRADED);
    assertThat(world.log())
        .contains(
            "slot 1 generation 1 pid 4002 exited with SIGKILL (137) 2 min 0 s after it became ready",
            "slot 1 generation 1 starts again at once");
  }

  @Test
  void spreadsConnectionsAgainWhenTheReplacementIsReady() {
    FleetWorld world = FleetWorld.steady(3);
    world.serving(1).exits(1);
    assertThat(world.rebalances()).isZero();

    world.newest(1).comesUp();

    assertThat(world.rebalances()).isEqualTo(1);
    assertThat(world.unserved()).isEmpty();
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void waitsLongerAfterEveryDeathUpToTheCap() {
    FleetWorld world = FleetWorld.steady(2);

    world.serving(0).exits(1);
    for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30, 30}) {
      FakeWorker dying = world.newest(0);
      dying.appears().exits(1);
      assertThat(world.log())
          .last()
          .asString()
          .startsWith("slot 0 generation 1 starts again in " + seconds + ".0 s, after ");

      world.almostPasses(Duration.ofSeconds(seconds));
      assertThat(world.newest(0)).isSameAs(dying);

      world.lastNanoPasses();
      assertThat(world.newest(0)).isNotSameAs(dying);
    }
    assertThat(world.serving(1).serves()).isTrue();
  }

  @Test
  void comesBackByItselfHoweverOftenItDied() {
    FleetWorld world = FleetWorld.steady(2);
    world.serving(0).exits(1);
    for (int death = 0; death < 20; death++) {
      world.newest(0).appears().exits(1);
      world.passes(Duration.ofSeconds(30));
    }

    world.newest(0).comesUp();

    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void countsFromTheBeginningForAWorkerThatStayedReadyForAMinute() {
    FleetWorld world = FleetWorld.steady(1);
    world.serving(0).exits(1);
    world.newest(0).comesUp();

    world.almostPasses(RestartBackoff.RESET_AFTER_READY);
    world.serving(0).exits(1);
    assertThat(world.view().workers().get(0).state()).isEqualTo(FleetView.WorkerState.BACKOFF);

    world.passes(Duration.ofSeconds(1));
    world.newest(0).comesUp();
    world.passes(RestartBackoff.RESET_AFTER_READY);
    world.serving(0).exits(1);
    assertThat(world.view().workers().get(0).state()).isEqualTo(FleetView.WorkerState.STARTING);
  }

  @Test
  void replacesAWorkerThatReportsAFailureWithoutWaitingForItsExit() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker failing = world.serving(0);

    failing.reportsFailure("the event loop ended");

    assertThat(world.livingIn(0)).hasSize(2);
    assertThat(world.log()).contains("slot 0 generation 1 pid 4001 failed: the event loop ended");

    failing.exits(1);
    world.newest(0).comesUp();
    assertThat(world.view().workers().get(0).lastExit().orElseThrow().reason()).isEqualTo("failed");
  }

  @Test
  void letsAWorkerThatReportedAFailureDrainButNotForEver() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker failing = world.serving(0).reportsFailure("the event loop ended");
    world.newest(0).comesUp();

    world.almostPasses(FleetWorld.DRAIN_TIMEOUT.plus(Patience.BEYOND_DRAIN_LIMIT));
    assertThat(failing.isKilled()).isFalse();

    world.lastNanoPasses();
    assertThat(failing.isKilled()).isTrue();
  }

  @Test
  void saysThatAWorkerCrashedThoughItsControlChannelWasSeenToEndFirst() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker crashing = world.serving(0);

    crashing.losesControl();
    assertThat(world.livingIn(0)).as("the replacement does not wait").hasSize(2);
    crashing.exits(139);

    FleetView.LastExit exit = world.view().workers().get(0).lastExit().orElseThrow();
    assertThat(exit.reason()).isEqualTo("crashed");
    assertThat(exit.status().signal()).hasValue("SIGSEGV");
    assertThat(world.commands(FleetCommand.Spawn.class)).hasSize(1);
  }

  @Test
  void letsAWorkerThatLostItsControlChannelDrainByItselfButNotForEver() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker lost = world.serving(0).losesControl();
    world.newest(0).comesUp();

    world.almostPasses(FleetWorld.DRAIN_TIMEOUT.plus(Patience.BEYOND_DRAIN_LIMIT));
    assertThat(lost.isKilled()).isFalse();

    world.lastNanoPasses();
    assertThat(lost.isKilled()).isTrue();
  }

  @Test
  void killsAndLogsAProcessThatSurvivesSigkillAgainAndAgain() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker hanging = world.serving(0).reportsFailure("stuck");
    world.newest(0).comesUp();
    world.passes(FleetWorld.DRAIN_TIMEOUT.plus(Patience.BEYOND_DRAIN_LIMIT));
    world.forgetCommands();

    world.passes(Patience.KILL_TO_EXIT.multipliedBy(3));

    assertThat(world.commands(FleetCommand.Kill.class))
        .hasSize(3)
        .allSatisfy(kill -> assertThat(kill.launch()).isEqualTo(hanging.launch()));
    assertThat(world.log())
        .contains(
            "slot 0 generation 1 pid 4001 has not exited 15.0 s after it was killed; killed again");
  }

  @Test
  void treatsAWorkerThatDrainedThoughNobodyAskedAsGone() {
    FleetWorld world = FleetWorld.steady(2);

    world.serving(0).finishesDrain().exits(0);
    world.newest(0).comesUp();

    assertThat(world.whoServes()).isEqualTo("0/1 1/1");
    assertThat(world.view().workers().get(0).lastExit().orElseThrow().reason()).isEqualTo("exited");
  }

  @Test
  void doesNotEndWhenAllDieLater() {
    FleetWorld world = FleetWorld.steady(2);

    for (int death = 0; death < 5; death++) {
      world.living().forEach(worker -> worker.appears().exits(1));
      world.passes(Duration.ofSeconds(30));
    }

    assertThat(world.finish()).isEmpty();
    assertThat(world.living()).hasSize(2);
  }

  @Test
  void replacesAWorkerWhileAnotherHangsInItsBoot() {
    FleetWorld world = FleetWorld.steady(3);
    world.serving(0).exits(1);
    world.newest(0).appears();

    world.passes(Duration.ofSeconds(20));
    world.serving(2).exits(137);
    world.newest(2).comesUp();

    assertThat(world.whoServes()).isEqualTo("1/1 2/1");
  }

  @Test
  void startsNobodyBesideAKilledProcessUntilItIsClearThatItWillNotExit() {
    FleetWorld world = FleetWorld.steady(2);
    world.serving(0).exits(1);
    FakeWorker undead = world.newest(0).appears();
    world.passes(FleetWorld.READY_TIMEOUT);
    assertThat(undead.isKilled()).isTrue();

    world.almostPasses(Patience.KILL_TO_EXIT.multipliedBy(2));
    assertThat(world.livingIn(0)).containsExactly(undead);
    assertThat(world.nextDeadlineNanos()).hasValue(world.now().nanos() + 1);

    world.lastNanoPasses();
    assertThat(world.livingIn(0)).hasSize(2);
  }
}
