package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;

class FailedRestartTest {
  private static final Generation SECOND = new Generation(2);

  private static boolean isNew(FakeWorker worker) {
    return worker.generation().equals(SECOND);
  }

  @Test
  void keepsTheOldWorkersWhenTheNewOneDiesAtBoot() {
    FleetWorld world = FleetWorld.steady(3);
    RequestId request = world.restarts();

    world.passes(Duration.ofMillis(800));
    world.newest(0).appears().exits(1);

    assertThat(world.outcome(request))
        .hasValue(
            new Outcome.Undone(
                "restart 1 failed at slot 0: slot 0 generation 2 pid 4004 exited with code 1 0.8 s"
                    + " after its start, before it was ready; undone after 0.8 s: every slot is back"
                    + " at generation 1"));
    assertThat(world.whoServes()).isEqualTo("0/1 1/1 2/1");
    assertThat(world.living()).hasSize(3);
    assertThat(world.commands(FleetCommand.Drain.class)).isEmpty();
    assertThat(world.commands(FleetCommand.AnnounceUnserved.class)).isEmpty();
    assertThat(world.discarded()).containsExactly(SECOND);
    assertThat(world.view().generation()).isEqualTo(Generation.FIRST);
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
    FleetView.RestartView restart = world.view().restart();
    assertThat(restart.state()).isEqualTo(FleetView.RestartState.ABORTED);
    assertThat(restart.reason()).hasValueSatisfying(why -> assertThat(why).contains("code 1"));
  }

  @Test
  void keepsTheOldWorkerWhenTheReplacementNeverBecomesReady() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId request = world.restarts();
    FakeWorker late = world.newest(0).appears().saysHello().listens();

    world.almostPasses(FleetWorld.READY_TIMEOUT);
    assertThat(late.isKilled()).isFalse();
    world.lastNanoPasses();
    assertThat(late.isKilled()).isTrue();
    assertThat(world.outcome(request)).as("its exit is awaited").isEmpty();
    late.exits(137);

    assertThat(world.outcome(request))
        .hasValueSatisfying(
            outcome ->
                assertThat(outcome)
                    .isInstanceOf(Outcome.Undone.class)
                    .extracting(Outcome::text)
                    .asString()
                    .contains("was not ready within 30.0 s: its warm-up did not end"));
    assertThat(world.whoServes()).isEqualTo("0/1 1/1");
  }

  @Test
  void sendsReplacedSlotsBackNewBeforeOld() {
    FleetWorld world = FleetWorld.steady(3);
    RequestId request = world.restarts();
    for (int slot = 0; slot < 2; slot++) {
      FakeWorker old = world.serving(slot);
      world.newest(slot).comesUp();
      old.leaves();
    }

    world.newest(2).appears().exits(1);

    assertThat(world.whoServes()).isEqualTo("0/2 1/2 2/1");
    assertThat(world.state()).isEqualTo(FleetView.State.RESTARTING);
    for (int slot = 0; slot < 2; slot++) {
      FakeWorker renewed = world.serving(slot);
      FakeWorker back = world.newest(slot);
      assertThat(back.generation()).isEqualTo(Generation.FIRST);
      assertThat(back.warmUp()).isEqualTo(WarmUp.BEFORE_READY);
      assertThat(world.living()).hasSize(4);
      back.comesUp();
      assertThat(renewed.isDraining()).isTrue();
      renewed.leaves();
    }

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Undone.class);
    assertThat(world.whoServes()).isEqualTo("0/1 1/1 2/1");
    assertThat(world.discarded()).containsExactly(SECOND);
    assertThat(world.rebalances()).isEqualTo(1);
    assertThat(world.log())
        .anySatisfy(text -> assertThat(text).endsWith("2 slots to go back to generation 1"));
  }

  @Test
  void keepsWhatServesWhereTheOldGenerationDoesNotComeUpEither() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId request = world.restarts();
    FakeWorker old = world.serving(0);
    world.newest(0).comesUp();
    old.leaves();
    world.newest(1).appears().exits(1);

    world.newest(0).appears().exits(1);
    assertThat(world.outcome(request)).as("there is a second try").isEmpty();
    world.newest(0).appears().exits(1);

    assertThat(world.whoServes()).isEqualTo("0/2 1/1");
    assertThat(world.outcome(request))
        .hasValueSatisfying(
            outcome ->
                assertThat(outcome)
                    .isInstanceOf(Outcome.Failed.class)
                    .extracting(Outcome::text)
                    .asString()
                    .endsWith(
                        "every slot is back at generation 1 except 0, where it did not come up"
                            + " either and generation 2 serves on"));
    assertThat(world.discarded()).as("a worker of it serves").isEmpty();
  }

  @Test
  void keepsTheGenerationOfAKeptWorkerAlsoAfterItsCrashUntilTheNextRestart() {
    FleetWorld world = FleetWorld.steady(2);
    world.restarts();
    FakeWorker old = world.serving(0);
    world.newest(0).comesUp();
    old.leaves();
    world.newest(1).appears().exits(1);
    world.newest(0).appears().exits(1);
    world.newest(0).appears().exits(1);

    world.serving(0).exits(1);
    assertThat(world.newest(0).generation()).isEqualTo(SECOND);
    world.newest(0).comesUp();

    RequestId request = world.restarts();
    world.playsOut();
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
    assertThat(world.whoServes()).isEqualTo("0/3 1/3");
    assertThat(world.discarded()).containsExactlyInAnyOrder(Generation.FIRST, SECOND);
  }

  @Test
  void condemnsAGenerationWhoseWorkersDieTwiceInARowAfterTheyWereReady() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId request = world.restarts();
    FakeWorker old = world.serving(0);
    world.newest(0).comesUp();
    old.leaves();
    FakeWorker inTheSecondSlot = world.newest(1).appears();

    world.serving(0).exits(1);
    world.newest(0).comesUp();
    world.serving(0).exits(1);

    assertThat(inTheSecondSlot.isKilled()).isTrue();
    assertThat(world.newest(0).generation()).isEqualTo(Generation.FIRST);
    world.playsOut();
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Undone.class);
    assertThat(world.whoServes()).isEqualTo("0/1 1/1");
  }

  @Test
  void startsTheOldGenerationAtOnceWhenBothDied() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId request = world.restarts();
    world.newest(0).appears();

    world.serving(0).exits(137);
    world.newest(0).exits(1);

    assertThat(world.newest(0).generation()).isEqualTo(Generation.FIRST);
    assertThat(world.outcome(request)).as("until the slot serves again").isEmpty();
    world.newest(0).comesUp();
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Undone.class);
    assertThat(world.whoServes()).isEqualTo("0/1");
  }

  @Test
  void goesOnWaitingInASlotWhereNeitherGenerationWorks() {
    FleetWorld world = FleetWorld.steady(2);
    world.serving(0).exits(1);
    world.newest(0).appears().exits(1);
    RequestId request = world.restarts();
    assertThat(world.newest(0).generation()).isEqualTo(SECOND);

    world.newest(0).appears().exits(1);

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Undone.class);
    assertThat(world.state()).isEqualTo(FleetView.State.DEGRADED);
    assertThat(world.livingIn(0)).isEmpty();
    world.passes(Duration.ofSeconds(2));
    assertThat(world.newest(0).generation()).isEqualTo(Generation.FIRST);
  }

  @Test
  void learnsHowANewWorkerReallyEndedBeforeItSaysWhy() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId request = world.restarts();
    FakeWorker dying = world.newest(0).appears().saysHello();

    dying.losesControl();
    assertThat(world.outcome(request)).isEmpty();
    dying.exits(1);

    assertThat(world.outcome(request).orElseThrow().text()).contains("exited with code 1");
  }

  @Test
  void isUndoneWhenTheGenerationCannotBePrepared() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId request = world.asksForRestart();

    world.happens(new FleetEvent.GenerationFailed(SECOND, "no space left on device"));

    assertThat(world.outcome(request))
        .hasValue(
            new Outcome.Undone(
                "restart 1 aborted before it touched a worker: generation 2 could not be prepared: no"
                    + " space left on device"));
    assertThat(world.commands(FleetCommand.Spawn.class)).isEmpty();
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void doesNotWaitForeverForAGenerationAndThrowsItAwayWhenItComesLate() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId request = world.asksForRestart();

    world.almostPasses(Patience.PREPARE);
    assertThat(world.outcome(request)).isEmpty();
    world.lastNanoPasses();
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Undone.class);

    world.generationIsPrepared();
    assertThat(world.discarded()).containsExactly(SECOND);
    assertThat(world.whoServes()).isEqualTo("0/1 1/1");
  }

  @Test
  void usesANewNumberAfterAFailure() {
    FleetWorld world = FleetWorld.steady(1);
    world.restarts();
    world.playsOut(FailedRestartTest::isNew);

    RequestId request = world.restarts();
    world.playsOut(FailedRestartTest::isNew);

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
    assertThat(world.whoServes()).isEqualTo("0/3");
    assertThat(world.view().restart().number()).isEqualTo(2);
  }

  @Test
  void refusesAnotherRestartWhileItIsUndone() {
    FleetWorld world = FleetWorld.steady(2);
    world.restarts();
    FakeWorker old = world.serving(0);
    world.newest(0).comesUp();
    old.leaves();
    world.newest(1).appears().exits(1);

    RequestId second = world.asksForRestart();

    assertThat(world.outcome(second))
        .hasValue(
            new Outcome.Busy(
                "restart 1 has failed and is undone: 1 slot to go back; try again when it has"
                    + " ended"));
  }

  @Test
  void goesBackByItselfInASlotWhoseNewWorkerDiesBeforeItsTurn() {
    FleetWorld world = FleetWorld.steady(3);
    RequestId request = world.restarts();
    for (int slot = 0; slot < 2; slot++) {
      FakeWorker old = world.serving(slot);
      world.newest(slot).comesUp();
      old.leaves();
    }
    world.newest(2).appears().exits(1);

    world.serving(1).exits(1);
    assertThat(world.newest(1).generation()).isEqualTo(Generation.FIRST);
    assertThat(world.unserved()).containsExactly(new Slot(1));
    world.playsOut();

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Undone.class);
    assertThat(world.whoServes()).isEqualTo("0/1 1/1 2/1");
  }
}
