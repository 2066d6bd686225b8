package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MixOrderTest {
  @Test
  void spreadsTheRarePathEvenly() {
    MixOrder order = new MixOrder(LoadMix.parse("/fast=3,/cpu=1"));

    List<Integer> parts = new ArrayList<>();
    for (long request = 0; request < 8; request++) {
      parts.add(order.partOf(request));
    }

    assertThat(parts).containsExactly(0, 0, 0, 1, 0, 0, 0, 1);
  }

  @Property(tries = 300)
  void givesEachPathItsShareToLessThanOneRequestAtAnyMoment(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 200) Integer> weights) {
    List<LoadMix.Part> parts = new ArrayList<>();
    for (int weight : weights) {
      parts.add(new LoadMix.Part("/" + parts.size(), weight));
    }
    MixOrder order = new MixOrder(new LoadMix(parts));
    int sum = weights.stream().mapToInt(Integer::intValue).sum();

    long[] had = new long[parts.size()];
    for (long request = 0; request < 2L * sum; request++) {
      had[order.partOf(request)]++;
      for (int part = 0; part < had.length; part++) {
        double share = (request + 1.0) * weights.get(part) / sum;
        assertThat(Math.abs(had[part] - share))
            .as("part %d after %d requests of %s", part, request + 1, weights)
            .isLessThan(1.0);
      }
    }
  }
}
