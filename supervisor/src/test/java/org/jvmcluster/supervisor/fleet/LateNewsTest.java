package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;

/** News that comes late, twice, in the wrong order or of nobody the fleet knows. */
class LateNewsTest {
  /** Everything that can be said of one launch. */
  static List<FleetEvent.OfWorker> everyKindOf(LaunchId launch) {
    return List.of(
        new FleetEvent.Spawned(launch, 4711),
        new FleetEvent.SpawnFailed(launch, "no memory"),
        new FleetEvent.SaidHello(launch),
        new FleetEvent.BecameListening(launch),
        new FleetEvent.BecameWarm(launch, 1, Duration.ZERO),
        new FleetEvent.BecameReady(launch),
        new FleetEvent.Reported(launch, Pulse.BARE),
        new FleetEvent.Examined(launch, false, "is stopped"),
        new FleetEvent.Dumped(launch, Optional.empty()),
        new FleetEvent.ReportedFailure(launch, "why not"),
        new FleetEvent.FinishedDrain(launch, 1, 1),
        new FleetEvent.LostControl(launch),
        new FleetEvent.Exited(launch, new ExitStatus(1)));
  }

  static List<FleetEvent.OfWorker> newsOfSomebodyUnknown() {
    return everyKindOf(new LaunchId(99));
  }

  static List<FleetEvent.OfWorker> newsOfTheFirstWorker() {
    return everyKindOf(new LaunchId(1));
  }

  @ParameterizedTest
  @MethodSource("newsOfSomebodyUnknown")
  void ignoresNewsOfSomebodyUnknown(FleetEvent.OfWorker news) {
    FleetWorld world = FleetWorld.steady(1);

    world.happens(news);

    assertThat(world.commands()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("newsOfTheFirstWorker")
  void ignoresNewsOfAWorkerThatIsGone(FleetEvent.OfWorker news) {
    FleetWorld world = FleetWorld.steady(1);
    world.newest(0).exits(1);
    world.newest(0).comesUp();
    world.forgetCommands();

    world.happens(news);

    assertThat(world.commands()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("newsOfTheFirstWorker")
  void bringsNobodyBackWhoWasKilled(FleetEvent.OfWorker news) {
    FleetWorld world = FleetWorld.opened(2);
    world.newest(1).comesUp();
    FakeWorker late = world.newest(0).appears();
    world.passes(FleetWorld.READY_TIMEOUT);
    assertThat(late.isKilled()).isTrue();
    world.passes(Patience.KILL_TO_EXIT.multipliedBy(2));
    world.newest(0).comesUp();

    world.happens(news);

    assertThat(world.whoServes()).isEqualTo("0/1 1/1");
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void hearsAHelloThatOvertakesTheNewsOfItsProcess() {
    FleetWorld world = FleetWorld.opened(1);

    FakeWorker worker = world.newest(0).saysHello();
    assertThat(worker.holdsSockets()).isTrue();
    worker.appears().listens().becomesReady();

    assertThat(world.view().workers().get(0).pid()).hasValue(4001);
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }

  @Test
  void killsAWorkerWithoutAKnownProcessOnceThatIsSeen() {
    FleetWorld world = FleetWorld.opened(1);
    FakeWorker worker = world.newest(0).saysHello();

    world.stops();
    assertThat(worker.isKilled()).isFalse();
    worker.appears();

    assertThat(worker.isKilled()).isTrue();
  }

  @Test
  void doesNotBelieveAWorkerThatIsReadyBeforeItHoldsSockets() {
    FleetWorld world = FleetWorld.steady(1);
    world.restarts();
    FakeWorker hasty = world.newest(0).appears().saysHello().listens();

    world.happens(new FleetEvent.BecameReady(hasty.launch()));

    assertThat(world.commands(FleetCommand.Drain.class)).isEmpty();
    hasty.warmsUp().becomesReady();
    assertThat(world.commands(FleetCommand.Drain.class)).hasSize(1);
  }

  @Test
  void takesTheEndOfAWarmUpForTheNewsThatItListensToo() {
    FleetWorld world = FleetWorld.steady(1);
    world.restarts();

    FakeWorker worker = world.newest(0).appears().saysHello().warmsUp();

    assertThat(worker.holdsSockets()).isTrue();
  }

  @Test
  void changesNothingWhenADrainingWorkerSaysThatItIsReady() {
    FleetWorld world = FleetWorld.steady(1);
    FakeWorker old = world.serving(0);
    world.restarts();
    world.newest(0).comesUp();
    world.forgetCommands();

    world.happens(new FleetEvent.BecameReady(old.launch()));
    world.happens(new FleetEvent.LostControl(old.launch()));

    assertThat(world.commands()).isEmpty();
    assertThat(world.whoServes()).isEqualTo("0/2");
  }

  @Test
  void takesAnExitWithCodeZeroForAFinishedDrainThatItOvertook() {
    FleetWorld world = FleetWorld.steady(1);
    FakeWorker old = world.serving(0);
    RequestId request = world.restarts();
    world.newest(0).comesUp();

    old.exits(0);

    assertThat(world.outcome(request)).containsInstanceOf(Outcome.Done.class);
  }

  @Test
  void opensOnlyOnce() {
    FleetWorld world = FleetWorld.steady(1);

    world.happens(new FleetEvent.Opened());

    assertThat(world.commands()).isEmpty();
  }

  @Test
  void ignoresAGenerationThatNobodyAskedFor() {
    FleetWorld world = FleetWorld.steady(1);

    world.happens(new FleetEvent.GenerationPrepared(new Generation(7)));

    assertThat(world.commands()).isEmpty();
  }

  @Test
  void mindsNoTimeThatPassesTooEarly() {
    FleetWorld world = FleetWorld.opened(1);
    world.forgetCommands();

    world.happens(new FleetEvent.TimePassed());

    assertThat(world.commands()).isEmpty();
  }

  @Test
  void remindsOfAProcessThatWasOrderedToDieAndIsNeverSeen() {
    FleetWorld world = FleetWorld.opened(2);
    world.newest(1).comesUp();
    FakeWorker unseen = world.newest(0);

    world.passes(FleetWorld.READY_TIMEOUT);
    world.passes(Patience.KILL_TO_EXIT);
    assertThat(world.log())
        .contains(
            "slot 0 generation 1 was ordered 35.0 s ago and its process has not been seen; killed"
                + " when it is");

    unseen.appears();
    assertThat(unseen.isKilled()).isTrue();
    assertThat(world.livingIn(0)).as("nobody is started beside it").containsExactly(unseen);
    unseen.exits(137);
    world.newest(0).comesUp();
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
  }
}
