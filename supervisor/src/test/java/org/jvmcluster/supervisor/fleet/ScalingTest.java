package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Slot;

class ScalingTest {
  @Test
  void addsSlotsAndIsDoneWhenTheirWorkersAreReady() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId request = world.scales(4);

    assertThat(world.openSlots()).isEqualTo(4);
    assertThat(world.state()).as("what there was serves on").isEqualTo(FleetView.State.STEADY);
    world.newest(2).comesUp();
    assertThat(world.outcome(request)).isEmpty();
    world.passes(Duration.ofSeconds(3));
    world.newest(3).comesUp();

    assertThat(world.outcome(request))
        .hasValue(new Outcome.Done("scaled from 2 to 4 workers in 3.0 s"));
    assertThat(world.whoServes()).isEqualTo("0/1 1/1 2/1 3/1");
    assertThat(world.rebalances()).isEqualTo(1);
    assertThat(world.toldTo(request))
        .containsExactly(
            Occurrence.Kind.SCALE_BEGUN,
            Occurrence.Kind.STARTED,
            Occurrence.Kind.READY,
            Occurrence.Kind.STARTED,
            Occurrence.Kind.READY,
            Occurrence.Kind.SCALE_COMPLETED);
  }

  @Test
  void startsNewSlotsInTheDesiredGeneration() {
    FleetWorld world = FleetWorld.steady(1);
    world.restarts();
    world.playsOut();

    world.scales(2);
    world.playsOut();

    assertThat(world.whoServes()).isEqualTo("0/2 1/2");
  }

  @Test
  void removesTheHighestSlotsByDrainingThemTogether() {
    FleetWorld world = FleetWorld.steady(4);
    FakeWorker third = world.serving(2);
    FakeWorker fourth = world.serving(3);
    RequestId request = world.scales(2);

    assertThat(third.isDraining()).isTrue();
    assertThat(fourth.isDraining()).isTrue();
    assertThat(world.view().workers()).as("both are still shown").hasSize(4);
    fourth.leaves();
    assertThat(world.outcome(request)).isEmpty();
    third.leaves();

    assertThat(world.outcome(request))
        .hasValue(new Outcome.Done("scaled from 4 to 2 workers in 0.0 s"));
    assertThat(world.whoServes()).isEqualTo("0/1 1/1");
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void keepsTheSocketsOfRemovedSlotsOpenAndHasTheOthersServeThem() {
    FleetWorld world = FleetWorld.steady(3);

    world.scales(1);
    world.playsOut();

    assertThat(world.openSlots()).isEqualTo(3);
    assertThat(world.unserved()).containsExactlyInAnyOrder(new Slot(1), new Slot(2));

    world.scales(2);
    world.playsOut();
    assertThat(world.unserved()).containsExactly(new Slot(2));
  }

  @Test
  void isDoneAtOnceWhenThereAreAsManyAlready() {
    FleetWorld world = FleetWorld.steady(2);

    RequestId request = world.scales(2);

    assertThat(world.outcome(request)).hasValue(new Outcome.Done("there are 2 workers already"));
    assertThat(world.commands()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1025, Integer.MAX_VALUE})
  void changesNothingForANumberOutsideItsRange(int workers) {
    FleetWorld world = FleetWorld.steady(1);

    RequestId request = world.scales(workers);

    assertThat(world.outcome(request))
        .hasValue(
            new Outcome.Undone("workers lies in 1..1024, not " + workers + "; there are still 1"));
    assertThat(world.whoServes()).isEqualTo("0/1");
  }

  @Test
  void reachesBothEndsOfItsRange() {
    FleetWorld world = FleetWorld.steady(2);

    world.scales(1);
    world.playsOut();
    assertThat(world.whoServes()).isEqualTo("0/1");

    world.scales(1024);
    assertThat(world.living()).hasSize(1024);
    assertThat(world.openSlots()).isEqualTo(1024);
  }

  @Test
  void removesAllNewWorkersWhenOneOfThemDies() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId request = world.scales(4);
    FakeWorker ready = world.newest(1).comesUp();
    FakeWorker booting = world.newest(3).appears();

    world.newest(2).appears().exits(1);

    assertThat(ready.isDraining()).isTrue();
    assertThat(booting.isKilled()).isTrue();
    assertThat(world.outcome(request)).isEmpty();
    ready.leaves();
    booting.exits(137);
    assertThat(world.outcome(request))
        .hasValueSatisfying(
            outcome ->
                assertThat(outcome)
                    .isInstanceOf(Outcome.Undone.class)
                    .extracting(Outcome::text)
                    .asString()
                    .contains("slot 2 generation 1 pid 4003 exited with code 1")
                    .endsWith("there are still 1"));
    assertThat(world.whoServes()).isEqualTo("0/1");
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void isUndoneWhenANewWorkerIsNotReadyInTime() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId request = world.scales(2);
    FakeWorker late = world.newest(1).appears();

    world.almostPasses(FleetWorld.READY_TIMEOUT);
    assertThat(late.isKilled()).isFalse();
    world.lastNanoPasses();
    late.exits(137);

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Undone.class);
  }

  @Test
  void refusesToRemoveTheOnlyWorkersThatServe() {
    FleetWorld world = FleetWorld.steady(2);
    world.serving(0).exits(1);

    RequestId request = world.scales(1);

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Busy.class);
    assertThat(world.whoServes()).isEqualTo("1/1");

    world.newest(0).comesUp();
    RequestId again = world.scales(1);
    world.playsOut();
    assertThat(world.outcome(again)).containsInstanceOf(Outcome.Done.class);
  }

  @Test
  void dropsTheWaitingStartOfARemovedSlot() {
    FleetWorld world = FleetWorld.steady(2);
    world.serving(1).exits(1);
    world.newest(1).appears().exits(1);

    RequestId request = world.scales(1);
    world.passes(Duration.ofMinutes(1));

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
    assertThat(world.livingIn(1)).isEmpty();
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void saysWhatWasCutWhenItRemovesWorkers() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker leaving = world.serving(1);
    RequestId request = world.scales(1);

    leaving.finishesDrain(3, 1).exits(0);

    assertThat(world.outcome(request))
        .hasValue(
            new Outcome.Failed(
                "scaled from 2 to 1 worker in 0.0 s; 1 request in flight cut at the drain limit"));
  }

  @Test
  void refusesARestartMeanwhile() {
    FleetWorld world = FleetWorld.steady(1);
    world.scales(3);
    world.newest(1).comesUp();

    RequestId request = world.asksForRestart();

    assertThat(world.outcome(request))
        .hasValue(
            new Outcome.Busy(
                "a scaling runs: 1 of 2 new workers are ready; try again when it has ended"));
    assertThat(world.prepared()).isEmpty();
  }

  @Test
  void keepsTheGenerationOfARemovedWorkerUntilItIsGone() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker leaving = world.serving(1);
    RequestId scale = world.scales(1);
    world.passes(FleetWorld.DRAIN_TIMEOUT.plus(Patience.BEYOND_DRAIN_LIMIT));
    world.passes(Patience.KILL_TO_EXIT.multipliedBy(3));
    assertThat(world.outcome(scale))
        .as("it survives SIGKILL")
        .containsInstanceOf(Outcome.Failed.class);

    world.restarts();
    FakeWorker old = world.serving(0);
    world.newest(0).comesUp();
    old.leaves();
    assertThat(world.discarded()).isEmpty();
    leaving.exits(137);

    assertThat(world.discarded()).containsExactly(Generation.FIRST);
  }
}
