package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class StopSwitchTest {
  private final List<Boolean> orders = new ArrayList<>();
  private final StopSwitch stop = new StopSwitch(Thread.currentThread());

  @AfterEach
  void leaveNoInterrupt() {
    Thread.interrupted();
  }

  @Test
  void asksForAGracefulStopFirstAndForOneAtOnceFromThenOn() {
    assertThat(stop.connect(orders::add)).isTrue();

    stop.press();
    stop.press();
    stop.press();

    assertThat(orders).containsExactly(false, true, true);
  }

  @Test
  void interruptsTheStartWhileThereIsNobodyToTell() {
    stop.press();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(stop.isThrown()).isTrue();
  }

  @Test
  void connectsNobodyOnceItWasPressed() {
    stop.press();

    assertThat(stop.connect(orders::add)).isFalse();
    assertThat(orders).isEmpty();
  }
}
