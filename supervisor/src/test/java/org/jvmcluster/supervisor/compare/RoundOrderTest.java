package org.jvmcluster.supervisor.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundOrderTest {
  private static final List<String> ARMS = List.of("a", "b", "c");

  @Test
  void beginsWithTheNextArmInEachRound() {
    assertThat(RoundOrder.of(ARMS, 1)).containsExactly("a", "b", "c");
    assertThat(RoundOrder.of(ARMS, 2)).containsExactly("b", "c", "a");
    assertThat(RoundOrder.of(ARMS, 3)).containsExactly("c", "a", "b");
    assertThat(RoundOrder.of(ARMS, 4)).containsExactly("a", "b", "c");
  }

  @Test
  void givesEveryArmEveryPlaceEquallyOften() {
    List<String> firsts =
        IntStream.rangeClosed(1, 6).mapToObj(round -> RoundOrder.of(ARMS, round).get(0)).toList();

    assertThat(firsts).containsExactly("a", "b", "c", "a", "b", "c");
  }

  @Test
  void hasNothingToTurnWithoutAnArm() {
    assertThat(RoundOrder.of(List.of(), 3)).isEmpty();
  }
}
