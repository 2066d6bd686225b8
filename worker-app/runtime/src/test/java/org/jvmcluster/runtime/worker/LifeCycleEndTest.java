package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.listen.FrontDoor.DrainResult;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Drain;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerMessage.Drained;
import org.jvmcluster.runtime.protocol.WorkerMessage.Failed;

/** How a worker leaves: on an order, on a signal, without its supervisor, with a failure. */
class LifeCycleEndTest extends PlayedLife {
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
}
