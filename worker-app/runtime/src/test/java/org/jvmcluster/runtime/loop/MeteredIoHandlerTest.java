package org.jvmcluster.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.IoHandlerContext;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.time.FakeClock;

/** The questions of a handler as the borders of its polls. */
class MeteredIoHandlerTest {
  private final FakeClock clock = new FakeClock(0);
  private final TurnMeter turns = new TurnMeter(clock);
  private final FakeHandler inner = new FakeHandler();
  private final MeteredIoHandler handler = new MeteredIoHandler(inner, turns);

  MeteredIoHandlerTest() {
    turns.begin();
  }

  private record Context(boolean canBlock) implements IoHandlerContext {
    @Override
    public long delayNanos(long currentTimeNanos) {
      return 11;
    }

    @Override
    public long deadlineNanos() {
      return 12;
    }

    @Override
    public boolean shouldReportActiveIoTime() {
      return true;
    }
  }

  private int poll(boolean mayBlock, long waitMillis, long handleMillis) {
    inner.polls.add(
        context -> {
          assertThat(context.canBlock()).isEqualTo(mayBlock);
          clock.advance(Duration.ofMillis(waitMillis));
          assertThat(context.shouldReportActiveIoTime()).isTrue();
          clock.advance(Duration.ofMillis(handleMillis));
          return 3;
        });
    return handler.run(new Context(mayBlock));
  }

  private long busyMillis() {
    return turns.now().busyNanos() / 1_000_000;
  }

  @Test
  void aPollThatMayBlockIsIdleAndTheHandlingOfWhatItFoundIsNot() {
    assertThat(poll(true, 100, 7)).isEqualTo(3);

    assertThat(busyMillis()).isEqualTo(7);
    assertThat(turns.now().busyForNanos()).isEqualTo(7_000_000);
  }

  @Test
  void aPollThatMayNotBlockIsBusy() {
    poll(false, 2, 7);

    assertThat(busyMillis()).isEqualTo(9);
    assertThat(turns.now().busyForNanos()).isEqualTo(7_000_000);
  }

  @Test
  void theWaitOfAHandlerThatFailsEndsWithIt() {
    inner.polls.add(
        context -> {
          context.canBlock();
          clock.advance(Duration.ofMillis(5));
          throw new IllegalStateException("poller broken");
        });
    assertThatThrownBy(() -> handler.run(new Context(true))).hasMessage("poller broken");
    clock.advance(Duration.ofMillis(2));

    assertThat(busyMillis()).isEqualTo(2);
  }

  @Test
  void passesOnWhatTheLoopSays() {
    inner.polls.add(
        context -> {
          assertThat(context.delayNanos(0)).isEqualTo(11);
          assertThat(context.deadlineNanos()).isEqualTo(12);
          return 0;
        });

    assertThat(handler.run(new Context(false))).isZero();
  }
}
