package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.listen.FrontDoor.DrainResult;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisedPort;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Drain;
import org.jvmcluster.runtime.protocol.SupervisorMessage.LimitConnections;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Refused;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Sockets;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Unserved;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Welcome;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage.Drained;
import org.jvmcluster.runtime.protocol.WorkerMessage.Failed;
import org.jvmcluster.runtime.protocol.WorkerMessage.Listening;
import org.jvmcluster.runtime.protocol.WorkerMessage.Ready;
import org.jvmcluster.runtime.protocol.WorkerMessage.Warmed;
import org.jvmcluster.runtime.time.FakeClock;
import org.jvmcluster.runtime.worker.LifeCycle.Stage;

class LifeCycleTest {
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(20);
  private static final Sockets SOCKETS =
      new Sockets(List.of(new SocketLabel(3100, new Slot(1)), new SocketLabel(3100, new Slot(0))));
  private static final Warmed WARMED = new Warmed(120, Duration.ofMillis(900));

  private final FakeClock clock = new FakeClock(Long.MAX_VALUE - 1000);
  private final FakeDoor door = new FakeDoor();
  private final RecordingOutbox outbox = new RecordingOutbox();
  private final FakeApplication application = new FakeApplication();
  private final FakeChores chores = new FakeChores();
  private final FakeEnding ending = new FakeEnding();
  private final Deque<Runnable> events = new ArrayDeque<>();
  private final LifeCycle life =
      new LifeCycle(
          outbox, application, chores, ending, events::add, clock, () -> Duration.ofMillis(700));

  @Test
  void warmsUpBeforeItTakesOverAServedSlot() {
    join(WarmUp.BEFORE_READY);
    begin();
    assertThat(outbox.sent).isEmpty();

    door.bound.complete(null);
    runEvents();
    assertThat(outbox.sent).containsExactly(new Listening(Duration.ofMillis(700)));
    assertThat(chores.calls).containsExactly("reports", "warm up [/]");

    chores.warm(WARMED);
    runEvents();
    assertThat(outbox.last()).isEqualTo(WARMED);
    assertThat(life.stage()).isEqualTo(Stage.LISTENING);

    life.received(SOCKETS);
    assertThat(door.calls).containsExactly("receive [3100/1, 3100/0]", "open");
    assertThat(outbox.last()).isEqualTo(new Ready());
    assertThat(life.stage()).isEqualTo(Stage.READY);
  }

  @Test
  void warmsUpGentlyBehindTheGateWhereNobodyElseServes() {
    join(WarmUp.AFTER_READY);
    begin();
    life.received(SOCKETS);
    assertThat(door.calls).containsExactly("receive [3100/1, 3100/0]");

    door.bound.complete(null);
    runEvents();

    assertThat(door.calls).endsWith("open");
    assertThat(outbox.sent).containsExactly(new Listening(Duration.ofMillis(700)), new Ready());
    assertThat(chores.calls).containsExactly("reports", "warm up gently [/]");

    chores.warm(WARMED);
    runEvents();
    assertThat(outbox.last()).isEqualTo(WARMED);
  }

  @Test
  void isWarmAtOnceWhenTheApplicationWantsNoWarmUp() {
    application.warmUpPaths = List.of();
    join(WarmUp.BEFORE_READY);
    begin();

    door.bound.complete(null);
    runEvents();

    assertThat(outbox.last()).isEqualTo(new Warmed(0, Duration.ZERO));
    assertThat(life.nextDeadline()).isEmpty();
  }

  @Test
  void doesNotOpenWhileTheApplicationHoldsItsReadiness() {
    application.holds = List.of("cache");
    join(WarmUp.AFTER_READY);
    begin();
    door.bound.complete(null);
    runEvents();
    life.received(SOCKETS);
    assertThat(door.calls).doesNotContain("open");

    application.holds = List.of();
    life.timePassed();

    assertThat(door.calls).endsWith("open");
    assertThat(outbox.last()).isEqualTo(new Ready());
  }

  @Test
  void becomesReadyWithoutAWarmUpThatHangs() {
    join(WarmUp.BEFORE_READY);
    begin();
    door.bound.complete(null);
    runEvents();
    life.received(SOCKETS);

    clock.advance(LifeCycle.WARM_UP_LIMIT.minusNanos(1));
    life.timePassed();
    assertThat(life.stage()).isEqualTo(Stage.LISTENING);

    clock.advance(Duration.ofNanos(1));
    life.timePassed();
    assertThat(life.stage()).isEqualTo(Stage.READY);
    assertThat(chores.calls).endsWith("stop warm-up");

    chores.warm(WARMED);
    runEvents();
    assertThat(outbox.sent.stream().filter(Warmed.class::isInstance)).hasSize(1);
  }

  @Test
  void keepsWhatIsSaidBeforeThereIsADoorAndOfEachSettingTheLast() {
    join(WarmUp.AFTER_READY);
    life.received(new Unserved(Set.of(new Slot(0))));
    life.received(new Unserved(Set.of(new Slot(2))));
    life.received(new LimitConnections(9));
    life.received(SOCKETS);

    begin();

    assertThat(door.calls).containsExactly("unserved [2]", "limit 9", "receive [3100/1, 3100/0]");
  }

  @Test
  void passesOnWhatConcernsTheDoor() {
    becomeReady();
    door.calls.clear();

    life.received(new Unserved(Set.of()));
    life.received(new LimitConnections(12));
    life.received(new Sockets(List.of(new SocketLabel(3100, new Slot(3)))));

    assertThat(door.calls).containsExactly("unserved []", "limit 12", "receive [3100/3]");
    assertThat(outbox.sent.stream().filter(Ready.class::isInstance)).hasSize(1);
  }

  @Test
  void drainsThenReportsThenSaysSoThenExits() {
    application.hooks = List.of(() -> {});
    becomeReady();

    life.received(new Drain(Duration.ofSeconds(3)));
    assertThat(door.calls).endsWith("drain 3000");
    assertThat(chores.calls).contains("stop warm-up", "run 1 hooks");
    assertThat(ending.haltAfter).containsExactly(Duration.ofSeconds(8));

    clock.advance(Duration.ofMillis(250));
    door.drained.complete(new DrainResult(2, 1));
    runEvents();
    assertThat(chores.calls).doesNotContain("finish reports");

    chores.hooksThen.run();
    runEvents();
    assertThat(chores.calls).endsWith("finish reports");
    assertThat(ending.code).isNull();

    chores.reportsThen.run();
    runEvents();
    assertThat(outbox.last()).isEqualTo(new Drained(2, 1, Duration.ofMillis(250)));
    assertThat(ending.code).isZero();
    assertThat(ending.closing).isNotNull();
    assertThat(life.isOver()).isTrue();
  }

  @Test
  void aSecondDrainShortensTheFirstButNeverLengthensIt() {
    becomeReady();
    life.received(new Drain(Duration.ofSeconds(3)));

    life.received(new Drain(Duration.ofSeconds(5)));
    assertThat(door.calls).endsWith("open", "drain 3000");

    life.received(new Drain(Duration.ZERO));
    assertThat(door.calls).endsWith("open", "drain 3000", "drain 0");
    assertThat(ending.haltAfter).containsExactly(Duration.ofSeconds(8), Departure.HALT_GRACE);
    clock.advance(Departure.DRAIN_GRACE);
    life.timePassed();
    assertThat(chores.calls).endsWith("finish reports");
  }

  @Test
  void leavesWithAFailureWhenADoorHangsPastItsLimit() {
    becomeReady();
    life.received(new Drain(Duration.ofSeconds(3)));

    clock.advance(Duration.ofSeconds(3).plus(Departure.DRAIN_GRACE).minusNanos(1));
    life.timePassed();
    assertThat(chores.calls).doesNotContain("finish reports");

    clock.advance(Duration.ofNanos(1));
    life.timePassed();
    assertThat(outbox.last()).isInstanceOf(Failed.class);
    assertThat(chores.calls).endsWith("finish reports");

    clock.advance(Departure.REPORT_LIMIT);
    life.timePassed();
    assertThat(ending.code).isEqualTo(1);
    assertThat(outbox.sent).noneMatch(Drained.class::isInstance);

    door.drained.complete(new DrainResult(0, 0));
    chores.reportsThen.run();
    runEvents();
    assertThat(ending.exits).isEqualTo(1);
  }

  @Test
  void leavesWithoutDrainHooksThatHang() {
    application.hooks = List.of(() -> {});
    becomeReady();
    life.received(new Drain(Duration.ofSeconds(3)));
    door.drained.complete(new DrainResult(0, 0));
    runEvents();

    clock.advance(Duration.ofSeconds(3).plus(Departure.DRAIN_GRACE));
    life.timePassed();
    chores.reportsThen.run();
    runEvents();

    assertThat(outbox.last()).isInstanceOf(Drained.class);
    assertThat(ending.code).isZero();
  }

  @Test
  void leavesWithAFailureWhenTheDoorCannotDrain() {
    becomeReady();
    door.drainFailure = new IllegalStateException("broken");

    life.received(new Drain(Duration.ofSeconds(3)));
    runEvents();
    chores.reportsThen.run();
    runEvents();

    assertThat(outbox.last()).isInstanceOf(Failed.class);
    assertThat(ending.code).isEqualTo(1);
  }

  @Test
  void drainsWithTheWelcomedLimitWhenTheSupervisorIsGone() {
    becomeReady();

    life.controlLost("the supervisor closed the control channel");

    assertThat(door.calls).endsWith("drain " + DRAIN_LIMIT.toMillis());
    assertThat(ending.haltAfter).containsExactly(DRAIN_LIMIT.plus(Departure.HALT_GRACE));
  }

  @Test
  void exitsAtOnceWhenTheSupervisorIsLostWhileTheApplicationBoots() {
    join(WarmUp.AFTER_READY);

    life.controlLost("the supervisor closed the control channel");

    assertThat(ending.code).isZero();
    life.begun(door, List.of(), ending::close);
    assertThat(door.calls).isEmpty();
  }

  @Test
  void drainsOnASignalLikeOnAnOrder() {
    becomeReady();

    life.terminated();
    life.terminated();

    assertThat(door.calls).endsWith("open", "drain " + DRAIN_LIMIT.toMillis());
  }

  @Test
  void exitsAtOnceOnASignalBeforeItIsWelcome() {
    life.terminated();

    assertThat(ending.code).isZero();
    assertThat(life.joined()).isCompletedExceptionally();
  }

  @Test
  void saysWhyItCannotGoOnAndLeavesWithAFailure() {
    becomeReady();

    life.fail("the transport is missing");
    life.fail("and another thing");
    assertThat(outbox.last()).isEqualTo(new Failed("the transport is missing"));
    assertThat(door.calls).endsWith("drain " + DRAIN_LIMIT.toMillis());

    door.drained.complete(new DrainResult(0, 0));
    runEvents();
    chores.reportsThen.run();
    runEvents();
    assertThat(ending.code).isEqualTo(1);
    assertThat(outbox.last()).isInstanceOf(Failed.class);
  }

  @Test
  void failsWhenThePortsCannotBeBound() {
    join(WarmUp.AFTER_READY);
    begin();

    door.bound.completeExceptionally(new IOException("in use"));
    runEvents();

    assertThat(outbox.last())
        .isInstanceOfSatisfying(
            Failed.class, failed -> assertThat(failed.reason()).contains("in use"));
  }

  @Test
  void failsWhenItsSocketsDoNotCome() {
    join(WarmUp.AFTER_READY);
    begin();
    door.receiveFailure = new IOException("1 of 2 within 5 s");

    life.received(SOCKETS);

    assertThat(outbox.last())
        .isInstanceOfSatisfying(
            Failed.class, failed -> assertThat(failed.reason()).contains("1 of 2 within 5 s"));
    assertThat(door.calls).doesNotContain("open");
  }

  @Test
  void failsWhenMoreIsAnnouncedThanItCanKeep() {
    join(WarmUp.AFTER_READY);
    List<SocketLabel> most = new ArrayList<>();
    for (int i = 0; i < LifeCycle.EARLY_LABELS; i++) {
      most.add(new SocketLabel(3100, new Slot(i)));
    }

    life.received(new Sockets(most));
    assertThat(ending.code).isNull();

    life.received(SOCKETS);
    assertThat(ending.code).isEqualTo(1);
  }

  @Test
  void isNotJoinedWhenItIsRefused() {
    life.received(new Refused("slot 1 has a worker already"));
    assertThat(life.joined())
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("slot 1 has a worker already");
  }

  @Test
  void isNotJoinedByASupervisorOfANewerProtocol() {
    life.received(welcome(Protocol.VERSION + 1, WarmUp.AFTER_READY));

    assertThat(life.joined()).isCompletedExceptionally();
    assertThat(life.stage()).isEqualTo(Stage.JOINING);
  }

  private void join(WarmUp warmUp) {
    life.received(welcome(Protocol.VERSION, warmUp));
    assertThat(life.joined()).isCompleted();
  }

  private void begin() {
    life.begun(door, List.of(), ending::close);
    runEvents();
  }

  private void becomeReady() {
    join(WarmUp.AFTER_READY);
    begin();
    door.bound.complete(null);
    runEvents();
    life.received(SOCKETS);
    assertThat(life.stage()).isEqualTo(Stage.READY);
  }

  private void runEvents() {
    while (!events.isEmpty()) {
      events.remove().run();
    }
  }

  private static Welcome welcome(int protocol, WarmUp warmUp) {
    return new Welcome(
        protocol,
        List.of(new SupervisedPort("127.0.0.1", 3100)),
        warmUp,
        Acceptance.IDLE,
        64,
        DRAIN_LIMIT,
        Duration.ofSeconds(1));
  }

  private static final class RecordingOutbox implements Outbox {
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

  private static final class FakeApplication implements Application {
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

  private static final class FakeChores implements Chores {
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

  private static final class FakeEnding implements Ending {
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
