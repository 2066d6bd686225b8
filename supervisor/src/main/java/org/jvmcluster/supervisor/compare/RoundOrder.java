package org.jvmcluster.supervisor.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** In which order the arms of a round are loaded. */
final class RoundOrder {
  private RoundOrder() {}

  /**
   * Each round begins with the next arm: whatever grows over a round, as heat does, falls on every
   * arm alike.
   *
   * @param round from 1
   */
  static <T> List<T> of(List<T> arms, int round) {
    List<T> order = new ArrayList<>(arms);
    Collections.rotate(order, 1 - round);
    return order;
  }
}
