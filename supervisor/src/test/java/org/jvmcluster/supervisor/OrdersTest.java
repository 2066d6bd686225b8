package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.control.Progress;
import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.fleet.RequestId;

final class OrdersTest {
  private final Orders orders = new Orders();

  @Test
  void leadsStepsAndTheOutcomeToWhoAsked() {
    Heard first = new Heard();
    Heard second = new Heard();
    RequestId one = orders.open(first);
    RequestId two = orders.open(second);

    orders.step(two, occurrence());
    orders.complete(two, new Outcome.Done("two"));
    orders.complete(one, new Outcome.Busy("one"));

    assertThat(second.steps).hasSize(1);
    assertThat(second.outcomes).containsExactly(new Outcome.Done("two"));
    assertThat(first.steps).isEmpty();
    assertThat(first.outcomes).containsExactly(new Outcome.Busy("one"));
  }

  @Test
  void tellsAnOutcomeOnce() {
    Heard heard = new Heard();
    RequestId request = orders.open(heard);

    orders.complete(request, new Outcome.Done("first"));
    orders.complete(request, new Outcome.Done("second"));
    orders.completeAll(new Outcome.Failed("the end"));

    assertThat(heard.outcomes).containsExactly(new Outcome.Done("first"));
  }

  @Test
  void leavesNobodyWaitingAtTheEnd() {
    Heard heard = new Heard();
    orders.open(heard);

    orders.completeAll(new Outcome.Failed("the end"));

    assertThat(heard.outcomes).containsExactly(new Outcome.Failed("the end"));
  }

  private static Occurrence occurrence() {
    return new Occurrence(
        Instant.EPOCH,
        Occurrence.Kind.READY,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        "ready");
  }

  private static final class Heard implements Progress {
    private final List<Occurrence> steps = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();

    @Override
    public void step(Occurrence step) {
      steps.add(step);
    }

    @Override
    public void complete(Outcome outcome) {
      outcomes.add(outcome);
    }
  }
}
