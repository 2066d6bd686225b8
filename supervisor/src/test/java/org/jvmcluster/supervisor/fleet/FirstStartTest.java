package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;

class FirstStartTest {
  @Test
  void opensTheSocketsAndStartsAWorkerInEverySlot() {
    FleetWorld world = FleetWorld.opened(3);

    assertThat(world.commands())
        .containsExactly(
            new FleetCommand.OpenSlots(3),
            spawn(1, 0),
            spawn(2, 1),
            spawn(3, 2),
            new FleetCommand.AnnounceUnserved(Set.of(new Slot(0), new Slot(1), new Slot(2))));
    assertThat(world.state()).isEqualTo(FleetView.State.STARTING);
  }

  private static FleetCommand.Spawn spawn(long launch, int slot) {
    return new FleetCommand.Spawn(
        new LaunchId(launch), new Slot(slot), Generation.FIRST, WarmUp.AFTER_READY);
  }

  @Test
  void handsTheSocketsAsSoonAsTheWorkerJoins() {
    FleetWorld world = FleetWorld.opened(1);
    FakeWorker worker = world.newest(0).appears();
    assertThat(worker.holdsSockets()).isFalse();

    worker.saysHello();

    assertThat(worker.holdsSockets()).isTrue();
  }

  @Test
  void isSteadyWhenAllAreReadyWithoutWaitingForTheirWarmUp() {
    FleetWorld world = FleetWorld.opened(2);

    world.newest(0).comesUp();
    assertThat(world.state()).isEqualTo(FleetView.State.STARTING);
    assertThat(world.unserved()).containsExactly(new Slot(1));

    world.newest(1).comesUp();
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
    assertThat(world.unserved()).isEmpty();
    assertThat(world.nextDeadlineNanos()).isEmpty();
    assertThat(world.rebalances()).isZero();

    world.newest(0).warmsUp();
    assertThat(world.log()).last().asString().contains("warmed up with 200 requests in 0.3 s");
  }

  @Test
  void tellsTheLogWhoStartedAndHowLongItTook() {
    FleetWorld world = FleetWorld.opened(1);

    world.passes(Duration.ofMillis(20));
    world.newest(0).appears();
    world.passes(Duration.ofMillis(1200));
    world.newest(0).saysHello().listens().becomesReady();

    assertThat(world.log())
        .containsExactly(
            "slot 0 generation 1 pid 4001 started to serve a new slot",
            "slot 0 generation 1 pid 4001 is ready, 1.2 s after its start");
    assertThat(world.notes())
        .extracting(note -> note.occurrence().millis().orElseThrow())
        .containsExactly(20L, 1220L);
  }

  @Test
  void refusesRestartAndScalingUntilTheFirstWorkersAreReady() {
    FleetWorld world = FleetWorld.opened(2);

    RequestId restart = world.asksForRestart();
    RequestId scale = world.scales(3);

    for (RequestId request : List.of(restart, scale)) {
      assertThat(world.outcome(request))
          .hasValueSatisfying(
              outcome ->
                  assertThat(outcome)
                      .isInstanceOf(Outcome.Busy.class)
                      .extracting(Outcome::text)
                      .asString()
                      .contains("first workers are still starting"));
    }
  }

  @Test
  void killsAWorkerThatIsNotReadyInTimeAndNotOneNanosecondEarlier() {
    FleetWorld world = FleetWorld.opened(2);
    world.newest(0).comesUp();
    FakeWorker slow = world.newest(1).appears().saysHello();

    world.almostPasses(FleetWorld.READY_TIMEOUT);
    assertThat(slow.isKilled()).isFalse();

    world.lastNanoPasses();
    assertThat(slow.isKilled()).isTrue();
    assertThat(world.log())
        .contains(
            "slot 1 generation 1 pid 4002 was not ready within 30.0 s: it holds its sockets, but its"
                + " application did not bind the port; killed",
            "slot 1 generation 1 starts again when the killed process has exited");
    assertThat(world.livingIn(1)).containsExactly(slow);

    slow.exits(137);
    assertThat(world.livingIn(1)).hasSize(1).doesNotContain(slow);
  }

  @Test
  void believesAWorkerWhoseReadinessWaitedInTheQueueWhileTheSupervisorWasHeldUp() {
    FleetWorld world = FleetWorld.opened(1);
    FakeWorker worker = world.newest(0).appears().saysHello().listens();

    world.isHeldUpFor(FleetWorld.READY_TIMEOUT.multipliedBy(2));
    worker.becomesReady();
    world.passes(Duration.ZERO);

    assertThat(worker.serves()).isTrue();
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void servesWithThoseThatComeUpAndTriesTheOthersAgain() {
    FleetWorld world = FleetWorld.opened(3);
    world.newest(1).appears().exits(1);
    world.newest(0).comesUp();
    world.newest(2).comesUp();

    assertThat(world.state()).isEqualTo(FleetView.State.DEGRADED);
    assertThat(world.finish()).isEmpty();

    world.newest(1).comesUp();
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void endsAtTheFirstDeathOfAnOnlyWorkerThatWasNeverReady() {
    FleetWorld world = FleetWorld.opened(1);

    world.passes(Duration.ofMillis(400));
    world.newest(0).appears().exits(1);

    assertThat(world.finish())
        .hasValue(
            new FleetCommand.Finish(
                true,
                "no worker ever became ready: slot 0 generation 1 pid 4001 exited with code 1 0.4 s"
                    + " after its start, before it was ready"));
    assertThat(world.workers()).hasSize(1);
  }

  @Test
  void endsWhenAllHaveDiedOnceAndKillsTheSecondTriesThatLive() {
    FleetWorld world = FleetWorld.opened(2);
    world.newest(0).appears().exits(1);
    FakeWorker secondTry = world.newest(0).appears();
    assertThat(world.state()).isEqualTo(FleetView.State.STARTING);

    world.newest(1).cannotStart("no such file: java");
    assertThat(secondTry.isKilled()).isTrue();
    assertThat(world.finish()).isEmpty();

    secondTry.exits(137);
    FleetCommand.Finish finish = world.finish().orElseThrow();
    assertThat(finish.failed()).isTrue();
    assertThat(finish.reason())
        .contains("slot 0 generation 1 pid 4001 exited with code 1")
        .contains("slot 1 generation 1 could not be started: no such file: java");
  }

  @Test
  void namesTheFirstDeathsAndCountsTheOthersWhenAllDie() {
    FleetWorld world = FleetWorld.opened(5);

    world.workers().forEach(worker -> worker.appears().exits(1));
    world.playsOut();

    assertThat(world.finish().orElseThrow().reason())
        .contains("slot 0", "slot 1", "slot 2", "and 2 more")
        .doesNotContain("slot 3");
  }
}
