package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.supervisor.fleet.Occurrence.Kind;

class RollingRestartTest {
  private static final Generation SECOND = new Generation(2);

  @Test
  void replacesEverySlotInOrderNewBeforeOld() {
    FleetWorld world = FleetWorld.steady(3);
    RequestId request = world.restarts();

    for (int slot = 0; slot < 3; slot++) {
      FakeWorker old = world.serving(slot);
      FakeWorker successor = world.newest(slot);
      assertThat(successor.generation()).isEqualTo(SECOND);
      assertThat(successor.warmUp()).isEqualTo(WarmUp.BEFORE_READY);
      assertThat(world.living()).hasSize(4);

      successor.appears().saysHello().listens();
      assertThat(successor.holdsSockets()).as("before it is warm").isFalse();
      successor.warmsUp();
      assertThat(successor.holdsSockets()).as("once it is warm").isTrue();
      assertThat(old.isDraining()).as("before its successor is ready").isFalse();
      successor.becomesReady();
      assertThat(old.isDraining()).isTrue();
      assertThat(world.living()).as("the next slot waits for the exit").hasSize(4);
      old.finishesDrain();
      assertThat(world.living()).hasSize(4);
      old.exits(0);
    }

    assertThat(world.whoServes()).isEqualTo("0/2 1/2 2/2");
    assertThat(world.outcome(request))
        .hasValue(new Outcome.Done("restart 1 completed in 0.0 s: 3 workers of generation 2"));
    assertThat(world.rebalances()).isEqualTo(1);
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void leavesNoGapForASingleWorker() {
    FleetWorld world = FleetWorld.steady(1);
    world.forgetCommands();

    world.restarts();
    world.playsOut();

    assertThat(world.whoServes()).isEqualTo("0/2");
    assertThat(world.commands(FleetCommand.AnnounceUnserved.class)).isEmpty();
  }

  @Test
  void touchesNoWorkerUntilItsGenerationIsPrepared() {
    FleetWorld world = FleetWorld.steady(2);

    world.asksForRestart();

    assertThat(world.commands())
        .hasSize(2)
        .contains(new FleetCommand.Prepare(SECOND))
        .noneMatch(FleetCommand.Spawn.class::isInstance);
    assertThat(world.state()).isEqualTo(FleetView.State.RESTARTING);
    assertThat(world.view().generation()).isEqualTo(Generation.FIRST);

    world.generationIsPrepared();
    assertThat(world.view().generation()).isEqualTo(SECOND);
    assertThat(world.commands(FleetCommand.Spawn.class)).hasSize(1);
  }

  @Test
  void tellsWhoAskedOfEveryStepWithItsDuration() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId request = world.restarts();

    world.newest(0).appears().saysHello().listens();
    world.passes(Duration.ofSeconds(2));
    world.newest(0).warmsUp().becomesReady();
    FakeWorker old = world.livingIn(0).get(0);
    world.passes(Duration.ofMillis(700));
    old.leaves();

    assertThat(world.toldTo(request))
        .containsExactly(
            Kind.RESTART_BEGUN,
            Kind.STARTED,
            Kind.WARMED,
            Kind.READY,
            Kind.DRAINING,
            Kind.DRAINED,
            Kind.EXITED,
            Kind.RESTART_COMPLETED);
    FleetView.RestartView view = world.view().restart();
    assertThat(view.number()).isEqualTo(1);
    assertThat(view.state()).isEqualTo(FleetView.RestartState.COMPLETED);
    assertThat(view.took()).hasValue(Duration.ofMillis(2700));
    assertThat(view.steps())
        .extracting(Occurrence::text)
        .containsExactly(
            "restart 1 begins: 1 slot to generation 2",
            "slot 0 generation 2 pid 4002 started to replace slot 0 generation 1 pid 4001",
            "slot 0 generation 2 pid 4002 warmed up with 200 requests in 0.3 s",
            "slot 0 generation 2 pid 4002 is ready, 2.0 s after its start",
            "slot 0 generation 1 pid 4001 drains for at most 10.0 s: slot 0 generation 2 pid 4002 has"
                + " taken over",
            "slot 0 generation 1 pid 4001 has drained in 0.7 s",
            "slot 0 generation 1 pid 4001 exited with code 0",
            "restart 1 completed in 2.7 s: 1 worker of generation 2");
  }

  @Test
  void discardsTheOldGenerationWhenItsLastWorkerIsGone() {
    FleetWorld world = FleetWorld.steady(2);
    world.restarts();
    world.newest(0).comesUp();
    world.livingIn(0).get(0).leaves();
    world.newest(1).comesUp();
    assertThat(world.discarded()).isEmpty();

    world.livingIn(1).get(0).leaves();

    assertThat(world.discarded()).containsExactly(Generation.FIRST);
  }

  @Test
  void canBeRepeatedForEver() {
    FleetWorld world = FleetWorld.steady(2);

    for (int generation = 2; generation < 50; generation++) {
      RequestId request = world.restarts();
      world.playsOut();
      assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
      assertThat(world.whoServes()).isEqualTo("0/" + generation + " 1/" + generation);
      assertThat(world.discarded()).hasSize(generation - 1);
    }
  }

  @Test
  void refusesASecondRestartAndAScalingMeanwhile() {
    FleetWorld world = FleetWorld.steady(2);
    world.restarts();

    RequestId restart = world.asksForRestart();
    RequestId scale = world.scales(3);

    for (RequestId request : List.of(restart, scale)) {
      assertThat(world.outcome(request))
          .hasValue(
              new Outcome.Busy(
                  "restart 1 runs: generation 2 serves in 0 of 2 slots; try again when it has"
                      + " ended"));
    }
    world.playsOut();
    assertThat(world.whoServes()).isEqualTo("0/2 1/2");
    assertThat(world.living()).hasSize(2);
  }

  @Test
  void startsTheNewGenerationAtOnceInASlotThatWaitsAfterADeath() {
    FleetWorld world = FleetWorld.steady(2);
    world.serving(1).exits(1);
    world.newest(1).appears().exits(1);
    assertThat(world.livingIn(1)).isEmpty();

    RequestId request = world.restarts();
    world.newest(0).comesUp();
    world.livingIn(0).get(0).leaves();

    FakeWorker cure = world.newest(1);
    assertThat(cure.generation()).isEqualTo(SECOND);
    assertThat(cure.warmUp()).isEqualTo(WarmUp.AFTER_READY);
    cure.comesUp();
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
    world.passes(Duration.ofMinutes(1));
    assertThat(world.living()).as("the waiting start was dropped").hasSize(2);
  }

  @Test
  void waitsForASlotThatIsInTheMiddleOfItsStart() {
    FleetWorld world = FleetWorld.steady(2);
    world.serving(0).exits(1);
    FakeWorker replacement = world.newest(0).appears();

    RequestId request = world.restarts();
    assertThat(world.newest(0)).isSameAs(replacement);
    assertThat(world.newest(1).generation()).isEqualTo(Generation.FIRST);

    replacement.saysHello().listens().becomesReady();
    assertThat(world.newest(0).generation()).isEqualTo(SECOND);
    world.playsOut();
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
  }

  @Test
  void replacesAWorkerThatDiesInASlotWhoseTurnHasNotComeByItsOwnGeneration() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId request = world.restarts();

    world.serving(1).exits(1);
    assertThat(world.newest(1).generation()).isEqualTo(Generation.FIRST);
    world.newest(1).comesUp();
    world.playsOut();

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
    assertThat(world.whoServes()).isEqualTo("0/2 1/2");
  }

  @Test
  void handsTheSocketsAtOnceWhenTheOldWorkerDiesBeforeItsSuccessorIsReady() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId request = world.restarts();
    FakeWorker old = world.serving(0);
    FakeWorker successor = world.newest(0).appears().saysHello().listens();
    assertThat(successor.holdsSockets()).isFalse();

    old.exits(137);
    assertThat(successor.holdsSockets()).as("though it is not warm").isTrue();
    assertThat(world.living()).as("no other replacement").containsExactly(successor);

    successor.becomesReady();
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
  }

  @Test
  void handsTheSocketsAtHelloWhenTheOldWorkerDiedBeforeItsSuccessorJoined() {
    FleetWorld world = FleetWorld.steady(1);
    world.restarts();
    FakeWorker successor = world.newest(0).appears();

    world.serving(0).exits(137);
    assertThat(successor.holdsSockets()).isFalse();

    successor.saysHello();
    assertThat(successor.holdsSockets()).isTrue();
  }

  @Test
  void forgivesOneDeathOfANewWorkerAfterItWasReady() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId request = world.restarts();
    FakeWorker old = world.serving(0);
    world.newest(0).comesUp();

    world.serving(0).exits(137);
    FakeWorker again = world.newest(0);
    assertThat(again.generation()).isEqualTo(SECOND);
    old.leaves();
    assertThat(world.livingIn(1)).as("the next slot waits until this one serves").hasSize(1);

    again.comesUp();
    assertThat(world.livingIn(1)).hasSize(2);
    world.playsOut();
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
  }

  @Test
  void killsAnOldWorkerThatOutlivesItsDrainLimitByMoreThanTheMarginAndSaysWhatWasLost() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId request = world.restarts();
    FakeWorker old = world.serving(0);
    world.newest(0).comesUp();

    world.almostPasses(FleetWorld.DRAIN_TIMEOUT.plus(Patience.BEYOND_DRAIN_LIMIT));
    assertThat(old.isKilled()).isFalse();
    world.lastNanoPasses();
    assertThat(old.isKilled()).isTrue();
    old.exits(137);

    assertThat(world.outcome(request))
        .hasValue(
            new Outcome.Failed(
                "restart 1 completed in 15.0 s: 1 worker of generation 2; 1 worker ended before its"
                    + " drain was over"));
    assertThat(world.view().restart().state()).isEqualTo(FleetView.RestartState.COMPLETED);
  }

  @Test
  void countsRequestsThatWereCutAsAFailureAndIdleConnectionsNot() {
    FleetWorld world = FleetWorld.steady(1);

    RequestId idle = world.restarts();
    FakeWorker first = world.serving(0);
    world.newest(0).comesUp();
    first.finishesDrain(7, 0).exits(0);
    assertThat(world.outcome(idle)).containsInstanceOf(Outcome.Done.class);

    RequestId busy = world.restarts();
    FakeWorker second = world.serving(0);
    world.newest(0).comesUp();
    second.finishesDrain(7, 2).exits(0);
    assertThat(world.outcome(busy))
        .hasValueSatisfying(
            outcome ->
                assertThat(outcome)
                    .isInstanceOf(Outcome.Failed.class)
                    .extracting(Outcome::text)
                    .asString()
                    .endsWith("2 requests in flight cut at the drain limit"));
  }

  @Test
  void goesOnWithoutAnOldWorkerThatSurvivesSigkill() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId request = world.restarts();
    FakeWorker undead = world.serving(0);
    world.newest(0).comesUp();

    world.passes(FleetWorld.DRAIN_TIMEOUT.plus(Patience.BEYOND_DRAIN_LIMIT));
    world.passes(Patience.KILL_TO_EXIT.multipliedBy(2));

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Failed.class);
    assertThat(world.discarded()).as("its files stay while it lives").isEmpty();
    undead.exits(137);
    assertThat(world.discarded()).containsExactly(Generation.FIRST);
  }
}
