package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.listen.FrontDoor.DrainResult;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Drain;
import org.jvmcluster.runtime.protocol.SupervisorMessage.DumpThreads;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Refused;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Sockets;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Unserved;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Welcome;
import org.jvmcluster.runtime.protocol.Versions;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerIdentity;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage.Drained;
import org.jvmcluster.runtime.protocol.WorkerMessage.Hello;
import org.jvmcluster.runtime.protocol.WorkerMessage.Listening;
import org.jvmcluster.runtime.protocol.WorkerMessage.Ready;
import org.jvmcluster.runtime.protocol.WorkerMessage.Report;
import org.jvmcluster.runtime.protocol.WorkerMessage.ThreadDump;
import org.jvmcluster.runtime.protocol.WorkerMessage.Warmed;

class WorkerLifeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final WorkerIdentity IDENTITY =
      new WorkerIdentity(new Slot(1), new Generation(2), 4711);
  private static final Versions VERSIONS = new Versions("17", "5.0.7", "4.2.18", "epoll");

  @TempDir Path directory;
  private FakeSupervisor supervisor;
  private final FakeDoor door = new FakeDoor();
  private final WatchedEnding ending = new WatchedEnding();

  @BeforeEach
  void start() throws IOException {
    supervisor = new FakeSupervisor(directory.resolve("control.sock"));
  }

  @AfterEach
  void stop() throws IOException {
    supervisor.close();
  }

  @Test
  void livesFromHelloToDrained() throws Exception {
    Welcome welcome = FakeSupervisor.welcome(WarmUp.AFTER_READY, Duration.ofSeconds(20));
    supervisor.greetWith(welcome);
    WorkerLife life = join();
    assertThat(life.identity()).isEqualTo(IDENTITY);
    assertThat(life.welcome()).isEqualTo(welcome);
    assertThat(supervisor.await(Hello.class))
        .isEqualTo(
            new Hello(
                Protocol.VERSION, new LaunchId(9), IDENTITY, VERSIONS, List.of("no hand-over")));

    life.begin(door, List.of(), () -> CompletableFuture.completedFuture(null));
    supervisor.say(new Sockets(List.of(new SocketLabel(3100, new Slot(1)))));
    door.bound.complete(null);
    supervisor.await(Ready.class);
    supervisor.await(Warmed.class);
    door.requests.set(7);
    supervisor.await(Report.class);

    supervisor.say(new Drain(Duration.ofSeconds(5)));
    await().atMost(PATIENCE).until(() -> door.calls.contains("drain 5000"));
    door.requests.set(9);
    door.drained.complete(new DrainResult(1, 0));

    assertThat(supervisor.await(Drained.class).cut()).isEqualTo(1);
    await().atMost(PATIENCE).until(() -> ending.exits.size() == 1);
    assertThat(ending.exits).containsExactly(0);
    List<WorkerMessage> said = supervisor.received();
    assertThat(said.get(1)).isInstanceOf(Listening.class);
    assertThat(said.get(said.size() - 2))
        .isInstanceOfSatisfying(
            Report.class,
            last ->
                assertThat(last.report().readings())
                    .contains(Reading.Counter.of(ReadingNames.REQUESTS, 9)));
  }

  @Test
  void saysWhatItsThreadsAreAtWhileTheLifeItselfHangs() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    door.onUnserved =
        () -> {
          try {
            release.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    supervisor.greetWith(FakeSupervisor.welcome(WarmUp.AFTER_READY, Duration.ofSeconds(20)));
    WorkerLife life = join();
    life.begin(door, List.of(), () -> CompletableFuture.completedFuture(null));
    supervisor.say(new Unserved(Set.of()));

    supervisor.say(new DumpThreads(41));

    ThreadDump dump = supervisor.await(ThreadDump.class);
    release.countDown();
    assertThat(dump.request()).isEqualTo(41);
    assertThat(dump.text()).contains("\"worker-life\"").contains("\"worker-control\"");
  }

  @Test
  void exitsWithOneLineWhenItIsRefused() throws Exception {
    supervisor.greetWith(new Refused("launch 9 is not expected"));

    assertThatThrownBy(this::join).hasMessageContaining("launch 9 is not expected");

    assertThat(ending.exits).containsExactly(1);
  }

  @Test
  void exitsWhenThereIsNobodyToJoin() throws Exception {
    supervisor.close();

    assertThatThrownBy(this::join).isInstanceOf(IllegalStateException.class);

    assertThat(ending.exits).containsExactly(1);
  }

  @Test
  void drainsWhenTheSupervisorIsGone() throws Exception {
    supervisor.greetWith(FakeSupervisor.welcome(WarmUp.AFTER_READY, Duration.ofMillis(1234)));
    WorkerLife life = join();
    life.begin(door, List.of(), () -> CompletableFuture.completedFuture(null));
    supervisor.await(Report.class);

    supervisor.hangUp();

    await().atMost(PATIENCE).until(() -> door.calls.contains("drain 1234"));
    door.drained.complete(new DrainResult(0, 0));
    await().atMost(PATIENCE).until(() -> ending.exits.equals(List.of(0)));
    assertThat(ending.halts).contains(Duration.ofMillis(1234).plus(Departure.HALT_GRACE));
  }

  @Test
  void armsTheHaltEvenWhenTheLifeHangsInADoor() throws Exception {
    supervisor.greetWith(FakeSupervisor.welcome(WarmUp.AFTER_READY, Duration.ofMillis(1234)));
    WorkerLife life = join();
    CompletableFuture<Void> never = new CompletableFuture<>();
    door.onUnserved = never::join;
    life.begin(door, List.of(), () -> CompletableFuture.completedFuture(null));
    supervisor.say(new Unserved(Set.of()));
    await().atMost(PATIENCE).until(() -> door.calls.contains("unserved []"));

    supervisor.hangUp();

    await()
        .atMost(PATIENCE)
        .until(() -> ending.halts.contains(Duration.ofMillis(1234).plus(Departure.HALT_GRACE)));
    never.complete(null);
  }

  @Test
  void failsWhenADoorThrowsInsteadOfDyingSilently() throws Exception {
    supervisor.greetWith(FakeSupervisor.welcome(WarmUp.AFTER_READY, Duration.ofMillis(1234)));
    WorkerLife life = join();
    door.onUnserved =
        () -> {
          throw new IllegalStateException("broken");
        };
    life.begin(door, List.of(), () -> CompletableFuture.completedFuture(null));
    supervisor.say(new Unserved(Set.of()));

    assertThat(supervisor.await(WorkerMessage.Failed.class).reason()).contains("broken");
    await().atMost(PATIENCE).until(() -> door.calls.contains("drain 1234"));
  }

  @Test
  void takesOnlyOneDoor() throws Exception {
    supervisor.greetWith(FakeSupervisor.welcome(WarmUp.AFTER_READY, Duration.ofSeconds(20)));
    WorkerLife life = join();
    life.begin(door, List.of(), () -> CompletableFuture.completedFuture(null));

    assertThatThrownBy(
            () -> life.begin(door, List.of(), () -> CompletableFuture.completedFuture(null)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1/2/4711");
  }

  private WorkerLife join() {
    return WorkerLife.join(
        new Launch(supervisor.socket(), new LaunchId(9), IDENTITY),
        VERSIONS,
        List.of("no hand-over"),
        new LifeLoop(),
        new NoWishes(),
        channel -> ending,
        false);
  }

  private record NoWishes() implements Application {
    @Override
    public List<String> warmUpPaths() {
      return List.of();
    }

    @Override
    public List<String> probes() {
      return List.of();
    }

    @Override
    public void overloaded(boolean now) {}

    @Override
    public List<String> readinessHolds() {
      return List.of();
    }

    @Override
    public List<Runnable> beginDrain() {
      return List.of();
    }
  }

  private static final class WatchedEnding implements Ending {
    final List<Integer> exits = new CopyOnWriteArrayList<>();
    final List<Duration> halts = new CopyOnWriteArrayList<>();

    @Override
    public void haltAfter(Duration time) {
      halts.add(time);
    }

    @Override
    public void exit(int code, Supplier<? extends CompletionStage<?>> closeApplication) {
      exits.add(code);
    }

    @Override
    public void exitNow(int code) {
      exits.add(code);
    }
  }
}
