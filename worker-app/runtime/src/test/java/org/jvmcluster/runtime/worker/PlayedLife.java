package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisedPort;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Sockets;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Welcome;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage.Warmed;
import org.jvmcluster.runtime.time.FakeClock;
import org.jvmcluster.runtime.worker.LifeCycle.Stage;

/**
 * A life cycle with everything around it played by the test: the clock, the door, the application,
 * the supervisor's ear. The tests of it extend this.
 */
abstract class PlayedLife {
  static final Duration DRAIN_LIMIT = Duration.ofSeconds(20);
  static final Sockets SOCKETS =
      new Sockets(List.of(new SocketLabel(3100, new Slot(1)), new SocketLabel(3100, new Slot(0))));
  static final Warmed WARMED = new Warmed(120, Duration.ofMillis(900));

  final FakeClock clock = new FakeClock(Long.MAX_VALUE - 1000);
  final FakeDoor door = new FakeDoor();
  final RecordingOutbox outbox = new RecordingOutbox();
  final FakeApplication application = new FakeApplication();
  final FakeChores chores = new FakeChores();
  final FakeEnding ending = new FakeEnding();
  final Deque<Runnable> events = new ArrayDeque<>();
  final LifeCycle life =
      new LifeCycle(
          outbox, application, chores, ending, events::add, clock, () -> Duration.ofMillis(700));

  void join(WarmUp warmUp) {
    life.received(welcome(Protocol.VERSION, warmUp));
    assertThat(life.joined()).isCompleted();
  }

  void begin() {
    life.begun(door, List.of(), ending::close);
    runEvents();
  }

  void becomeReady() {
    join(WarmUp.AFTER_READY);
    begin();
    door.bound.complete(null);
    runEvents();
    life.received(SOCKETS);
    assertThat(life.stage()).isEqualTo(Stage.READY);
  }

  void runEvents() {
    while (!events.isEmpty()) {
      events.remove().run();
    }
  }

  static Welcome welcome(int protocol, WarmUp warmUp) {
    return new Welcome(
        protocol,
        List.of(new SupervisedPort("127.0.0.1", 3100)),
        warmUp,
        Acceptance.IDLE,
        64,
        DRAIN_LIMIT,
        Duration.ofSeconds(1));
  }

  static final class RecordingOutbox implements Outbox {
    final List<WorkerMessage> sent = new ArrayList<>();

    @Override
    public boolean send(WorkerMessage message) {
      return sent.add(message);
    }

    @Override
    public boolean isEmpty() {
      return true;
    }

    WorkerMessage last() {
      return sent.get(sent.size() - 1);
    }
  }

  static final class FakeApplication implements Application {
    List<String> warmUpPaths = List.of("/");
    List<String> holds = List.of();
    List<Runnable> hooks = List.of();

    @Override
    public List<String> warmUpPaths() {
      return warmUpPaths;
    }

    @Override
    public List<String> probes() {
      return List.of();
    }

    @Override
    public void overloaded(boolean now) {}

    @Override
    public List<String> readinessHolds() {
      return holds;
    }

    @Override
    public List<Runnable> beginDrain() {
      return hooks;
    }
  }

  static final class FakeChores implements Chores {
    final List<String> calls = new ArrayList<>();
    Runnable reportsThen = () -> {};
    Runnable hooksThen = () -> {};
    Consumer<Warmed> warm = result -> {};

    @Override
    public void startReports(List<ReadingSource> sources) {
      calls.add("reports");
    }

    @Override
    public void finishReports(Runnable then) {
      calls.add("finish reports");
      reportsThen = then;
    }

    @Override
    public void warmUp(FrontDoor door, List<String> paths, boolean gentle, Consumer<Warmed> then) {
      calls.add("warm up " + (gentle ? "gently " : "") + paths);
      warm = then;
    }

    @Override
    public void stopWarmUp() {
      calls.add("stop warm-up");
    }

    @Override
    public void runDrainHooks(List<Runnable> hooks, Runnable then) {
      calls.add("run " + hooks.size() + " hooks");
      hooksThen = then;
    }

    void warm(Warmed result) {
      warm.accept(result);
    }
  }

  static final class FakeEnding implements Ending {
    final List<Duration> haltAfter = new ArrayList<>();
    @Nullable Integer code;
    int exits;
    @Nullable CompletionStage<?> closing;

    @Override
    public void haltAfter(Duration time) {
      haltAfter.add(time);
    }

    @Override
    public void exit(int exitCode, Supplier<? extends CompletionStage<?>> closeApplication) {
      code = exitCode;
      exits++;
      closing = closeApplication.get();
    }

    @Override
    public void exitNow(int exitCode) {
      code = exitCode;
    }

    CompletionStage<?> close() {
      return CompletableFuture.completedFuture(null);
    }
  }
}
