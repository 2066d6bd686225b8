package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;

class StopTest {
  @Test
  void drainsAllWorkersAndEndsWhenTheLastHasExited() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker first = world.serving(0);
    FakeWorker second = world.serving(1);

    RequestId request = world.stops();
    assertThat(first.isDraining()).isTrue();
    assertThat(second.isDraining()).isTrue();
    assertThat(world.state()).isEqualTo(FleetView.State.STOPPING);
    world.passes(Duration.ofMillis(1500));
    first.leaves();
    assertThat(world.finish()).isEmpty();
    second.leaves();

    assertThat(world.finish()).hasValue(new FleetCommand.Finish(false, "stopped in 1.5 s"));
    assertThat(world.outcome(request)).hasValue(new Outcome.Done("stopped in 1.5 s"));
    assertThat(world.nextDeadlineNanos()).isEmpty();
  }

  @Test
  void killsWorkersThatStillBootSinceTheyServeNobody() {
    FleetWorld world = FleetWorld.opened(3);
    FakeWorker appeared = world.newest(0).appears();
    FakeWorker joined = world.newest(1).appears().saysHello();
    FakeWorker ordered = world.newest(2);

    world.stops();
    assertThat(appeared.isKilled()).isTrue();
    assertThat(joined.isKilled()).isTrue();
    assertThat(ordered.isKilled()).as("there is nothing to kill yet").isFalse();
    ordered.appears();
    assertThat(ordered.isKilled()).isTrue();

    world.playsOut();
    assertThat(world.finish()).hasValue(new FleetCommand.Finish(false, "stopped in 0.0 s"));
  }

  @Test
  void drainsAWorkerThatMayHaveAcceptedThoughItHasNotYetSaidSo() {
    FleetWorld world = FleetWorld.opened(1);
    FakeWorker worker = world.newest(0).appears().saysHello().listens();

    world.stops();

    assertThat(worker.isKilled()).isFalse();
    assertThat(worker.isDraining()).isTrue();
  }

  @Test
  void endsAtOnceBeforeItHasOpened() {
    FleetWorld world = FleetWorld.closed(2);

    RequestId request = world.stops();
    world.happens(new FleetEvent.Opened());

    assertThat(world.finish()).hasValue(new FleetCommand.Finish(false, "stopped in 0.0 s"));
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
    assertThat(world.workers()).isEmpty();
  }

  @Test
  void endsAtOnceWhenAllSlotsWaitForTheirNextTry() {
    FleetWorld world = FleetWorld.steady(1);
    world.serving(0).exits(1);
    world.newest(0).appears().exits(1);

    world.stops();

    assertThat(world.finish()).hasValueSatisfying(end -> assertThat(end.failed()).isFalse());
    world.passes(Duration.ofMinutes(1));
    assertThat(world.living()).isEmpty();
  }

  @Test
  void replacesNobodyWhoDiesMeanwhile() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker dying = world.serving(0);
    world.stops();

    dying.exits(137);
    world.passes(Duration.ofSeconds(1));

    assertThat(world.livingIn(0)).isEmpty();
    world.playsOut();
    assertThat(world.finish())
        .hasValue(
            new FleetCommand.Finish(
                true, "stopped in 1.0 s; 1 worker ended before its drain was over"));
  }

  @Test
  void doesNotFailForIdleConnectionsThatWereClosedAtTheLimit() {
    FleetWorld world = FleetWorld.steady(1);
    FakeWorker worker = world.serving(0);
    world.stops();

    worker.finishesDrain(25, 0).exits(0);

    assertThat(world.finish()).hasValueSatisfying(end -> assertThat(end.failed()).isFalse());
  }

  @Test
  void failsForRequestsThatWereCutAtTheLimit() {
    FleetWorld world = FleetWorld.steady(1);
    FakeWorker worker = world.serving(0);
    RequestId request = world.stops();

    worker.finishesDrain(25, 3).exits(0);

    assertThat(world.finish())
        .hasValue(
            new FleetCommand.Finish(
                true, "stopped in 0.0 s; 3 requests in flight cut at the drain limit"));
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Failed.class);
  }

  @Test
  void killsAWorkerThatDoesNotEndItsDrainAndFails() {
    FleetWorld world = FleetWorld.steady(1);
    FakeWorker worker = world.serving(0);
    world.stops();

    world.almostPasses(FleetWorld.DRAIN_TIMEOUT.plus(Patience.BEYOND_DRAIN_LIMIT));
    assertThat(worker.isKilled()).isFalse();
    world.lastNanoPasses();
    assertThat(worker.isKilled()).isTrue();
    worker.exits(137);

    assertThat(world.finish()).hasValueSatisfying(end -> assertThat(end.failed()).isTrue());
  }

  @Test
  void killsAWorkerThatHasDrainedAndDoesNotExit() {
    FleetWorld world = FleetWorld.steady(1);
    FakeWorker worker = world.serving(0);
    world.stops();
    worker.finishesDrain();

    world.almostPasses(Patience.LAST_WORD_TO_EXIT);
    assertThat(worker.isKilled()).isFalse();
    world.lastNanoPasses();
    assertThat(worker.isKilled()).isTrue();
    worker.exits(137);

    assertThat(world.finish())
        .as("nothing was lost")
        .hasValueSatisfying(end -> assertThat(end.failed()).isFalse());
  }

  @Test
  void killsAllAtTheSecondRequestAndFails() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId first = world.stops();
    RequestId second = world.stops();

    assertThat(world.living()).allMatch(FakeWorker::isKilled);
    world.playsOut();
    assertThat(world.finish()).hasValueSatisfying(end -> assertThat(end.failed()).isTrue());
    assertThat(world.outcome(first)).containsInstanceOf(Outcome.Failed.class);
    assertThat(world.outcome(second)).containsInstanceOf(Outcome.Failed.class);
  }

  @Test
  void killsAllWhenItIsToStopAtOnceAndHasDoneAsAsked() {
    FleetWorld world = FleetWorld.steady(2);

    RequestId request = world.stopsNow();
    assertThat(world.living()).allMatch(FakeWorker::isKilled);
    assertThat(world.commands(FleetCommand.Drain.class)).isEmpty();
    world.playsOut();

    assertThat(world.finish()).hasValueSatisfying(end -> assertThat(end.failed()).isFalse());
    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
  }

  @Test
  void endsARestartWhereItStandsAndTellsWhoAskedForIt() {
    FleetWorld world = FleetWorld.steady(2);
    RequestId restart = world.restarts();
    FakeWorker old = world.serving(0);
    FakeWorker successor = world.newest(0).appears().saysHello();

    RequestId stop = world.stops();

    assertThat(world.outcome(restart))
        .hasValue(
            new Outcome.Failed(
                "restart 1 runs: generation 2 serves in 0 of 2 slots; ended there, because the"
                    + " supervisor stops"));
    assertThat(successor.isKilled()).isTrue();
    assertThat(old.isDraining()).isTrue();
    assertThat(world.view().restart().state()).isEqualTo(FleetView.RestartState.ABORTED);
    world.playsOut();
    assertThat(world.outcome(stop)).containsInstanceOf(Outcome.Done.class);
  }

  @Test
  void endsARestartThatStillPreparesItsGeneration() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId restart = world.asksForRestart();

    world.stops();
    world.generationIsPrepared();
    world.playsOut();

    assertThat(world.outcome(restart)).containsInstanceOf(Outcome.Failed.class);
    assertThat(world.workers()).allMatch(worker -> worker.generation().equals(Generation.FIRST));
    assertThat(world.finish()).isPresent();
  }

  @Test
  void endsAScalingWhereItStands() {
    FleetWorld world = FleetWorld.steady(1);
    RequestId up = world.scales(3);
    world.newest(1).comesUp();

    world.stops();

    assertThat(world.outcome(up)).containsInstanceOf(Outcome.Failed.class);
    world.playsOut();
    assertThat(world.finish()).hasValueSatisfying(end -> assertThat(end.failed()).isFalse());
  }

  @Test
  void waitsForTheWorkersOfRemovedSlotsToo() {
    FleetWorld world = FleetWorld.steady(2);
    FakeWorker leaving = world.serving(1);
    RequestId down = world.scales(1);
    world.stops();

    world.living().stream().filter(worker -> worker != leaving).forEach(FakeWorker::leaves);
    assertThat(world.finish()).isEmpty();
    leaving.leaves();

    assertThat(world.finish()).isPresent();
    assertThat(world.outcome(down)).containsInstanceOf(Outcome.Failed.class);
  }

  @Test
  void refusesEverythingElseMeanwhileAndAfterwards() {
    FleetWorld world = FleetWorld.steady(1);
    world.stops();
    assertThat(world.outcome(world.asksForRestart())).containsInstanceOf(Outcome.Busy.class);
    assertThat(world.outcome(world.scales(2))).containsInstanceOf(Outcome.Busy.class);

    world.playsOut();
    assertThat(world.outcome(world.asksForRestart())).containsInstanceOf(Outcome.Busy.class);
    assertThat(world.outcome(world.scales(2))).containsInstanceOf(Outcome.Busy.class);
    assertThat(world.outcome(world.stops())).containsInstanceOf(Outcome.Done.class);
  }

  @Test
  void endsWithoutAProcessThatSurvivesSigkillAndNamesIt() {
    FleetWorld world = FleetWorld.steady(1);
    world.stopsNow();

    world.passes(Patience.KILL_TO_EXIT.multipliedBy(2));

    assertThat(world.finish())
        .hasValue(
            new FleetCommand.Finish(
                true,
                "stopped in 10.0 s; did not end though killed: slot 0 generation 1 pid 4001"));
  }

  @Test
  void endsWithoutAProcessThatWasOrderedAndNeverSeen() {
    FleetWorld world = FleetWorld.opened(1);
    world.stops();

    world.passes(Duration.ofMinutes(1));

    assertThat(world.finish()).hasValueSatisfying(end -> assertThat(end.failed()).isTrue());
  }
}
