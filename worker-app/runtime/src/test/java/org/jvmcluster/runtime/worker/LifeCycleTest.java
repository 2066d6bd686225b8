package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisorMessage.LimitConnections;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Refused;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Sockets;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Unserved;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerMessage.Failed;
import org.jvmcluster.runtime.protocol.WorkerMessage.Listening;
import org.jvmcluster.runtime.protocol.WorkerMessage.Ready;
import org.jvmcluster.runtime.protocol.WorkerMessage.Warmed;
import org.jvmcluster.runtime.worker.LifeCycle.Stage;

/** From joining the supervisor to being ready, and what keeps it from that. */
class LifeCycleTest extends PlayedLife {
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
}
