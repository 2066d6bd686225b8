package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.fleet.ExitStatus;
import org.jvmcluster.supervisor.fleet.Fleet;
import org.jvmcluster.supervisor.fleet.FleetCommand;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.fleet.FleetSettings;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.fleet.RequestId;
import org.jvmcluster.supervisor.fleet.RestartBackoff;

final class SupervisorLoopTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final SupervisorLoop loop = new SupervisorLoop(fleet(), NanoClock.SYSTEM);
  private final List<Object> carriedOut = new CopyOnWriteArrayList<>();
  private final CompletableFuture<FleetCommand.Finish> finish = new CompletableFuture<>();
  private Thread thread = new Thread();

  @AfterEach
  void endTheLoop() throws InterruptedException {
    thread.interrupt();
    thread.join(LIMIT.toMillis());
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void carriesTheFleetsCommandsOutUntilItHasEnded() throws Exception {
    start(recorder(command -> {}), () -> {});

    loop.post(new FleetEvent.Opened());
    FleetCommand.Spawn spawn = awaitSpawn();
    loop.post(new FleetEvent.Spawned(spawn.launch(), 4711));
    loop.post(new FleetEvent.StopAsked(new RequestId(1), true));
    await().atMost(LIMIT).until(() -> contains(FleetCommand.Kill.class));
    loop.post(new FleetEvent.Exited(spawn.launch(), new ExitStatus(137)));

    assertThat(finish.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isNotNull();
    assertThat(carriedOut.get(0)).isInstanceOf(FleetCommand.OpenSlots.class);
  }

  @Test
  void refusesWhatWasAskedWhileTheLastWorkerEnded() throws Exception {
    LaunchId only = new LaunchId(1);
    RequestId late = new RequestId(2);
    loop.post(new FleetEvent.Opened());
    loop.post(new FleetEvent.Spawned(only, 4711));
    loop.post(new FleetEvent.StopAsked(new RequestId(1), true));
    loop.post(new FleetEvent.Exited(only, new ExitStatus(137)));
    loop.post(new FleetEvent.RestartAsked(late));

    start(recorder(command -> {}), () -> {});

    assertThat(finish.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isNotNull();
    List<Outcome> answers =
        carriedOut.stream()
            .filter(FleetCommand.Complete.class::isInstance)
            .map(FleetCommand.Complete.class::cast)
            .filter(complete -> complete.request().equals(late))
            .map(FleetCommand.Complete::outcome)
            .toList();
    assertThat(answers).singleElement().isInstanceOf(Outcome.Busy.class);
  }

  @Test
  void goesOnAfterACommandThatFails() {
    start(
        recorder(
            command -> {
              if (command instanceof FleetCommand.OpenSlots) {
                throw new IllegalStateException("no socket");
              }
            }),
        () -> {});

    loop.post(new FleetEvent.Opened());

    assertThat(awaitSpawn().slot().number()).isZero();
  }

  @Test
  void publishesAViewBeforeTheCommandsOfItsEvent() {
    List<FleetView.State> seen = new ArrayList<>();
    start(
        recorder(
            command -> {
              if (command instanceof FleetCommand.Spawn) {
                seen.add(loop.view().state());
              }
            }),
        () -> {});

    loop.post(new FleetEvent.Opened());
    awaitSpawn();

    await().atMost(LIMIT).untilAsserted(() -> assertThat(seen).hasSize(1));
    assertThat(loop.view().workers()).hasSize(1);
  }

  @Test
  void beatsWhileNothingHappensAndSurvivesABeatThatFails() {
    List<Long> beats = new CopyOnWriteArrayList<>();
    start(
        recorder(command -> {}),
        () -> {
          beats.add(System.nanoTime());
          throw new IllegalStateException("out of step");
        });

    await().atMost(LIMIT).until(() -> beats.size() >= 2);
  }

  private void start(FleetCommand.Executor executor, Runnable beat) {
    thread =
        new Thread(
            () -> {
              try {
                finish.complete(loop.run(executor, beat));
              } catch (InterruptedException e) {
                finish.completeExceptionally(e);
              }
            },
            "loop-under-test");
    thread.setDaemon(true);
    thread.start();
  }

  private FleetCommand.Spawn awaitSpawn() {
    await().atMost(LIMIT).until(() -> contains(FleetCommand.Spawn.class));
    return carriedOut.stream()
        .filter(FleetCommand.Spawn.class::isInstance)
        .map(FleetCommand.Spawn.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private boolean contains(Class<?> type) {
    return carriedOut.stream().anyMatch(type::isInstance);
  }

  /** An executor whose every method records its command, then does {@code also}. */
  private FleetCommand.Executor recorder(Consumer<Object> also) {
    return (FleetCommand.Executor)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {FleetCommand.Executor.class},
            (proxy, method, arguments) -> {
              carriedOut.add(arguments[0]);
              also.accept(arguments[0]);
              return null;
            });
  }

  private static Fleet fleet() {
    return new Fleet(
        new FleetSettings(
            1,
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ZERO,
            new RestartBackoff(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(30))),
        () -> 0.5);
  }
}
