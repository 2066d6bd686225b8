package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.supervisor.fleet.FleetView.State;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;

class FleetViewTest {
  @Test
  void showsNothingBeforeItHasOpened() {
    FleetView view = FleetWorld.closed(2).view();

    assertThat(view.state()).isEqualTo(State.STARTING);
    assertThat(view.generation()).isEqualTo(Generation.FIRST);
    assertThat(view.workers()).isEmpty();
    assertThat(view.restart().number()).isZero();
    assertThat(view.restart().state()).isEqualTo(FleetView.RestartState.NONE);
  }

  @Test
  void showsEveryStepOfAReplacementsLife() {
    FleetWorld world = FleetWorld.steady(1);
    world.restarts();
    FakeWorker worker = world.newest(0);

    assertThat(shown(world, worker)).isEqualTo(WorkerState.STARTING);
    worker.appears();
    assertThat(shown(world, worker)).isEqualTo(WorkerState.STARTING);
    worker.saysHello();
    assertThat(shown(world, worker)).isEqualTo(WorkerState.STARTING);
    worker.listens();
    assertThat(shown(world, worker)).isEqualTo(WorkerState.WARMING);
    worker.warmsUp();
    assertThat(shown(world, worker)).isEqualTo(WorkerState.STARTING);
    worker.becomesReady();
    assertThat(shown(world, worker)).isEqualTo(WorkerState.READY);
    world.stops();
    assertThat(shown(world, worker)).isEqualTo(WorkerState.DRAINING);
    world.stops();
    assertThat(shown(world, worker)).isEqualTo(WorkerState.EXITED);
  }

  private static WorkerState shown(FleetWorld world, FakeWorker worker) {
    return world.view().workers().stream()
        .filter(view -> view.launch().orElseThrow().equals(worker.launch()))
        .findFirst()
        .orElseThrow()
        .state();
  }

  @Test
  void listsASlotTwiceWhileItIsReplacedOlderFirst() {
    FleetWorld world = FleetWorld.steady(2);
    world.restarts();
    world.newest(0).appears();

    assertThat(world.view().workers())
        .extracting(view -> view.slot() + "/" + view.generation() + " " + view.state())
        .containsExactly("0/1 READY", "0/2 STARTING", "1/1 READY");

    world.newest(0).saysHello().listens().warmsUp().becomesReady();
    assertThat(world.view().workers())
        .extracting(view -> view.slot() + "/" + view.generation() + " " + view.state())
        .containsExactly("0/1 DRAINING", "0/2 READY", "1/1 READY");
  }

  @Test
  void showsASlotThatWaitsForItsNextTryWithoutAProcess() {
    FleetWorld world = FleetWorld.steady(2);
    world.serving(1).exits(1);
    world.newest(1).appears().exits(3);
    long since = world.now().nanos();
    world.passes(Duration.ofMillis(400));

    WorkerView waiting = world.view().workers().get(1);

    assertThat(waiting.state()).isEqualTo(WorkerState.BACKOFF);
    assertThat(waiting.launch()).isEmpty();
    assertThat(waiting.pid()).isEmpty();
    assertThat(waiting.sinceNanos()).isEqualTo(since);
    assertThat(waiting.backoffLeft()).hasValue(Duration.ofMillis(600));
    assertThat(waiting.lastExit().orElseThrow().status().code()).isEqualTo(3);
  }

  @Test
  void countsReplacementsOfASlotForWhateverReason() {
    FleetWorld world = FleetWorld.steady(1);
    assertThat(world.view().workers().get(0).restarts()).isZero();

    world.serving(0).exits(1);
    world.newest(0).comesUp();
    assertThat(world.view().workers().get(0).restarts()).isEqualTo(1);

    world.restarts();
    world.playsOut();
    WorkerView worker = world.view().workers().get(0);
    assertThat(worker.restarts()).isEqualTo(2);
    assertThat(worker.lastExit().orElseThrow().reason()).isEqualTo("replaced");
  }

  @Test
  void doesNotCountAReplacementThatNeverTookOver() {
    FleetWorld world = FleetWorld.steady(1);

    world.restarts();
    world.newest(0).appears().exits(1);

    assertThat(world.view().workers().get(0).restarts()).isZero();
  }

  @Test
  void showsARunningRestartWithTheTimeItHasTakenSoFar() {
    FleetWorld world = FleetWorld.steady(1);
    world.restarts();
    world.passes(Duration.ofSeconds(4));

    FleetView.RestartView restart = world.view().restart();

    assertThat(restart.state()).isEqualTo(FleetView.RestartState.RUNNING);
    assertThat(restart.took()).hasValue(Duration.ofSeconds(4));
    assertThat(restart.startedAt()).isPresent();
  }
}
