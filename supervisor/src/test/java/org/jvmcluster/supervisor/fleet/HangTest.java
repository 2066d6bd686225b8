package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Slot;

/** Workers that live but do not work, and workers that only look like it. */
class HangTest {
  private static final Duration LIMIT = FleetWorld.HANG_TIMEOUT;
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final FleetWorld world = FleetWorld.watched(2);
  private final FakeWorker worker = world.serving(0);

  @Test
  void asksAWorkerWhoseLoopIsBlockedForItsThreadsAndThenKillsAndReplacesIt() {
    world.passes(LIMIT.multipliedBy(2));

    worker.reportsBlockedFor(LIMIT);

    assertThat(world.commands(FleetCommand.DumpThreads.class))
        .containsExactly(new FleetCommand.DumpThreads(worker.launch(), Duration.ofSeconds(2)));
    assertThat(world.commands(FleetCommand.Kill.class)).isEmpty();
    assertThat(world.newest(0)).as("its successor boots already").isNotSameAs(worker);
    assertThat(world.unserved()).containsExactly(new Slot(0));
    assertThat(world.view().workers().get(0).state()).isEqualTo(FleetView.WorkerState.BLOCKED);

    worker.dumpsItsThreads("loop-0 at a.B.c(B.java:1)");

    assertThat(worker.isKilled()).isTrue();
    assertThat(hangs())
        .containsExactly(
            "slot 0 generation 1 pid 4001 hangs: its event loops have been blocked for 1 min 0 s;"
                + " 12 connections; thread loop-0 at a.B.c(B.java:1); dump saved as dumps/1.txt");
    worker.exits(137);
    world.newest(0).comesUp();
    assertThat(world.whoServes()).isEqualTo("0/1 1/1");
    FleetView.WorkerView view = world.view().workers().get(0);
    assertThat(view.lastExit()).map(FleetView.LastExit::reason).hasValue("hang");
    assertThat(view.restarts()).isEqualTo(1);
  }

  @Test
  void leavesAWorkerAloneThatIsBlockedForLessThanTheLimit() {
    world.passes(LIMIT.multipliedBy(2));

    worker.reportsBlockedFor(Duration.ofSeconds(3));
    worker.reportsBlockedFor(LIMIT.minusNanos(1));
    worker.reportsBlockedFor(Duration.ZERO);

    assertThat(world.commands(FleetCommand.DumpThreads.class)).isEmpty();
    assertThat(world.whoServes()).isEqualTo("0/1 1/1");
  }

  @Test
  void leavesAWorkerAloneWhileOneOfItsLoopsTurns() {
    world.passes(LIMIT.multipliedBy(2));
    Pulse.LoopPulse blocked = new Pulse.LoopPulse("0", LIMIT.toNanos(), 0, 0);

    worker.reports(blocked, new Pulse.LoopPulse("1", LIMIT.toNanos() - 1, 0, 0));
    assertThat(worker.serves()).isTrue();
    worker.reports(blocked, new Pulse.LoopPulse("1", LIMIT.toNanos(), 0, 0));

    assertThat(worker.isHanging()).isTrue();
    assertThat(world.serving(1).isHanging()).isFalse();
  }

  @Test
  void doesNotCountWhatALoopDidBeforeItsWorkerWasReady() {
    world.passes(LIMIT.minusNanos(1));
    worker.reportsBlockedFor(LIMIT.multipliedBy(2));
    assertThat(worker.serves()).isTrue();

    world.passes(Duration.ofNanos(1));
    worker.reportsBlockedFor(LIMIT.multipliedBy(2));

    assertThat(worker.isHanging()).isTrue();
  }

  @Test
  void doesNotWatchAWorkerThatBoots() {
    FleetWorld booting = FleetWorld.openedAndWatched(1);
    FakeWorker young = booting.newest(0).appears().saysHello();

    young.reportsBlockedFor(LIMIT.multipliedBy(2));

    assertThat(young.isBooting()).isTrue();
    assertThat(booting.commands(FleetCommand.DumpThreads.class)).isEmpty();
  }

  @Test
  void watchesNobodyWhenTheLimitIsZero() {
    FleetWorld careless = FleetWorld.steady(1);
    careless.passes(Duration.ofDays(1));

    careless.serving(0).reportsBlockedFor(Duration.ofHours(20));

    assertThat(careless.serving(0).serves()).isTrue();
    assertThat(careless.commands()).isEmpty();
    assertThat(careless.nextDeadlineNanos()).isEmpty();
  }

  /** Blocked from the first second on, with so much CPU and so much waiting for it each second. */
  private void blocksWith(Duration cpu, Duration runQueue, int seconds) {
    world.passes(LIMIT.multipliedBy(5));
    worker.reports(new Pulse.LoopPulse("0", 0, 500, 900));
    for (int second = 1; second <= seconds && worker.serves(); second++) {
      world.passes(INTERVAL);
      worker.reports(
          new Pulse.LoopPulse(
              "0",
              INTERVAL.multipliedBy(second).toNanos(),
              500 + cpu.multipliedBy(second).toNanos(),
              900 + runQueue.multipliedBy(second).toNanos()));
    }
  }

  @Test
  void doesNotKillALoopThatWaitsForCpuMostOfItsTime() {
    blocksWith(Duration.ofMillis(400), Duration.ofMillis(600), 149);

    assertThat(worker.serves()).isTrue();
    assertThat(notes(Occurrence.Kind.STARVED))
        .as("said once")
        .containsExactly(
            "slot 0 generation 1 pid 4001 is not killed: its event loops have been blocked for"
                + " 1 min 0 s, but it waits for CPU");
  }

  @Test
  void killsALoopThatHasHadTheLimitsWorthOfCpuThoughItWaitedForMore() {
    blocksWith(Duration.ofMillis(400), Duration.ofMillis(600), 150);

    assertThat(worker.isHanging()).isTrue();
  }

  @Test
  void killsALoopThatHasACoreAsOftenAsItWaitsForOne() {
    blocksWith(Duration.ofMillis(500), Duration.ofMillis(500), 60);

    assertThat(worker.isHanging()).isTrue();
  }

  @Test
  void killsALoopThatWaitsForSomethingElseThanCpuThoughTheMachineIsBusy() {
    // It wakes now and then and then waits for a core: that is not what holds it up.
    blocksWith(Duration.ofMillis(100), Duration.ofMillis(400), 59);
    assertThat(worker.serves()).isTrue();

    world.passes(INTERVAL);
    worker.reports(
        new Pulse.LoopPulse(
            "0",
            LIMIT.toNanos(),
            500 + Duration.ofSeconds(6).toNanos(),
            900 + Duration.ofSeconds(24).toNanos()));

    assertThat(worker.isHanging()).isTrue();
  }

  @Test
  void reckonsWantOfCpuFromTheReportBeforeTheBlock() {
    world.passes(LIMIT.multipliedBy(2));
    // A starved hour that is over must not excuse a lock that begins now.
    worker.reports(new Pulse.LoopPulse("0", 0, 0, Duration.ofHours(1).toNanos()));
    for (int second = 1; second <= 60; second++) {
      world.passes(INTERVAL);
      worker.reports(
          new Pulse.LoopPulse(
              "0", INTERVAL.multipliedBy(second).toNanos(), 0, Duration.ofHours(1).toNanos()));
    }

    assertThat(worker.isHanging()).isTrue();
  }

  @Test
  void examinesAWorkerThatIsSilentForTheLimitAndKillsItWhenItIsStopped() {
    worker.fallsSilent();
    world.almostPasses(LIMIT);
    assertThat(world.commands(FleetCommand.Examine.class)).isEmpty();
    world.lastNanoPasses();
    assertThat(world.commands(FleetCommand.Examine.class))
        .contains(new FleetCommand.Examine(worker.launch()));
    assertThat(worker.serves()).isTrue();

    worker.isExamined(false, "its process is stopped");

    assertThat(worker.isHanging()).isTrue();
    worker.doesNotDumpItsThreads();
    assertThat(worker.isKilled()).isTrue();
    assertThat(hangs())
        .containsExactly(
            "slot 0 generation 1 pid 4001 hangs: sent no report for 1 min 0 s: its process is"
                + " stopped; dump tried, no answer");
  }

  @Test
  void keepsAWorkerThatReportsAgainBeforeTheMachineHasAnswered() {
    worker.fallsSilent();
    world.passes(LIMIT);

    worker.reportsBlockedFor(Duration.ZERO);
    worker.isExamined(false, "its process is stopped");

    assertThat(worker.serves()).isTrue();
    world.almostPasses(LIMIT);
    assertThat(world.commands(FleetCommand.DumpThreads.class)).isEmpty();
  }

  @Test
  void looksAgainAtASilentWorkerThatHasNoCpuUntilItHas() {
    worker.fallsSilent();
    world.passes(LIMIT);
    worker.isExamined(true, "its threads wait for CPU");
    world.forgetCommands();

    world.almostPasses(Patience.STARVED_TO_NEXT_LOOK);
    assertThat(world.commands(FleetCommand.Examine.class)).isEmpty();
    world.lastNanoPasses();
    assertThat(world.commands(FleetCommand.Examine.class)).hasSize(1);
    worker.isExamined(true, "its threads wait for CPU");
    assertThat(notes(Occurrence.Kind.STARVED)).hasSize(1);

    world.passes(Patience.STARVED_TO_NEXT_LOOK);
    worker.isExamined(false, "its threads wait for something else than CPU");
    assertThat(worker.isHanging()).isTrue();
  }

  @Test
  void killsASilentWorkerThatNobodyCanExamine() {
    worker.fallsSilent();
    world.passes(LIMIT);

    world.almostPasses(Patience.EXAMINE);
    assertThat(worker.serves()).isTrue();
    world.lastNanoPasses();

    assertThat(worker.isHanging()).isTrue();
  }

  @Test
  void killsAWorkerThatDoesNotSayWhatItsThreadsAreAtInTime() {
    world.passes(LIMIT);
    worker.reportsBlockedFor(LIMIT);
    Duration patience = Patience.DUMP.plus(Patience.BEYOND_DUMP);

    world.almostPasses(patience);
    assertThat(worker.isKilled()).isFalse();
    world.lastNanoPasses();

    assertThat(worker.isKilled()).isTrue();
    assertThat(hangs()).singleElement().asString().endsWith("dump tried, no answer");
  }

  @Test
  void replacesAHangingWorkerAtOnceAndTheNextOneThatHangsAfterAWhile() {
    FleetWorld quick = FleetWorld.watched(1, Duration.ofSeconds(10));
    for (String wait : List.of("at once", "in 1.0 s, after 2", "in 2.0 s, after 3")) {
      quick.passes(Duration.ofSeconds(10));

      FakeWorker hanging = quick.serving(0).reportsBlockedFor(Duration.ofSeconds(10));

      assertThat(quick.log()).last().asString().contains("starts again " + wait);
      hanging.dumpsItsThreads().exits(137);
      quick.passes(Duration.ofSeconds(2));
      quick.newest(0).comesUp();
    }
  }

  @Test
  void goesOnWithARestartWhoseOldWorkerHangs() {
    world.passes(LIMIT);
    RequestId restart = world.restarts();
    assertThat(world.livingIn(0)).hasSize(2);

    worker.reportsBlockedFor(LIMIT);
    world.playsOut();

    assertThat(world.outcome(restart)).get().isInstanceOf(Outcome.Done.class);
    assertThat(world.whoServes()).isEqualTo("0/2 1/2");
  }

  @Test
  void endsADrainAtItsOwnLimitWhateverTheLoopDoes() {
    world.passes(LIMIT);
    RequestId restart = world.restarts();
    world.newest(0).comesUp();
    assertThat(worker.isDraining()).isTrue();

    worker.reportsBlockedFor(LIMIT);
    assertThat(worker.isKilled()).isFalse();
    world.passes(FleetWorld.DRAIN_TIMEOUT.plus(Patience.BEYOND_DRAIN_LIMIT));

    assertThat(worker.isKilled()).isTrue();
    world.playsOut();
    assertThat(world.outcome(restart)).get().isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void stopsWithoutWaitingLongForAWorkerThatHangs() {
    world.passes(LIMIT);
    worker.reportsBlockedFor(LIMIT);
    world.stops();
    world.newest(0).appears().exits(137);

    world.passes(Patience.DUMP.plus(Patience.BEYOND_DUMP));
    assertThat(worker.isKilled()).isTrue();
    world.playsOut();

    assertThat(world.finish()).isPresent();
  }

  private List<String> hangs() {
    return notes(Occurrence.Kind.HANG);
  }

  private List<String> notes(Occurrence.Kind kind) {
    return world.notes().stream()
        .map(FleetCommand.Note::occurrence)
        .filter(occurrence -> occurrence.kind() == kind)
        .map(Occurrence::text)
        .toList();
  }
}
