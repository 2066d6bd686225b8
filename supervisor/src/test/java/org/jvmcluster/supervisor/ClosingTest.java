package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClosingTest {
  private final List<String> closed = new ArrayList<>();
  private final Closing closing = new Closing();

  @Test
  void closesWhatWasOpenedLastFirst() {
    closing.own(() -> closed.add("first"));
    closing.own(() -> closed.add("second"));

    closing.close();

    assertThat(closed).containsExactly("second", "first");
  }

  @Test
  void closesTheRestThoughOneFails() {
    closing.own(() -> closed.add("first"));
    closing.own(
        () -> {
          throw new IllegalStateException("stuck");
        });

    closing.close();

    assertThat(closed).containsExactly("first");
  }

  @Test
  void closesNothingTwice() {
    closing.own(() -> closed.add("once"));

    closing.close();
    closing.close();

    assertThat(closed).containsExactly("once");
  }
}
