package org.jvmcluster.supervisor;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.jvmcluster.runtime.protocol.LaunchId;

/**
 * Spreads kept-alive connections over the ready workers again, after workers were replaced or
 * added.
 *
 * <p>Why it is needed: a client of a drained worker reconnects to whoever accepts, so the worker
 * that was replaced last starts with none and would stay idle for as long as the connections live.
 * The cure is that a worker above its share answers its next requests with {@code Connection:
 * close}. Connections that send nothing stay where they are; they cost nothing there.
 *
 * <p>Works in rounds, one each time all workers have reported. A round closes at most {@link
 * #CLOSE_SHARE} of all connections of the fleet at one worker, so that clients do not reconnect as
 * one herd, and rounds end after {@link #MAX_ROUNDS}: what has not moved by then does not speak.
 *
 * <p>Worked example: 30 connections on 3 workers as 18/12/0. The share is 10 + 1 = 11; round 1
 * limits the first to max(11, 18 - 8) = 11 and the second to 11.
 *
 * <p>Not thread-safe; owned by the supervisor loop.
 */
final class Rebalancing {
  /** Rounds before it gives up: at a report a second, half a minute. */
  static final int MAX_ROUNDS = 30;

  /** Of all connections of the fleet, what one worker may close in a round. */
  static final double CLOSE_SHARE = 0.1;

  /** A worker may always close so many a round; else small fleets would take many rounds. */
  static final int CLOSE_AT_LEAST = 8;

  private int roundsLeft;
  private boolean limited;

  /** Starts over; called when the set of ready workers has changed. */
  void begin() {
    roundsLeft = MAX_ROUNDS;
  }

  /** Whether {@link #round} has anything to do. */
  boolean isRunning() {
    return roundsLeft > 0 || limited;
  }

  /**
   * Decides one round.
   *
   * @param connections open connections of every ready worker, from its latest report
   * @return the limit to send to each worker; empty when nothing changes
   */
  Map<LaunchId, Integer> round(Map<LaunchId, Integer> connections) {
    if (!isRunning() || connections.isEmpty()) {
      return Map.of();
    }
    long total = connections.values().stream().mapToLong(Integer::longValue).sum();
    int share = (int) ((total + connections.size() - 1) / connections.size()) + 1;
    boolean balanced = connections.values().stream().allMatch(open -> open <= share);
    if (balanced || roundsLeft == 0) {
      roundsLeft = 0;
      boolean lift = limited;
      limited = false;
      return lift ? limits(connections, open -> Integer.MAX_VALUE) : Map.of();
    }
    roundsLeft--;
    limited = true;
    int closeAtMost = Math.max(CLOSE_AT_LEAST, (int) Math.ceil(total * CLOSE_SHARE));
    return limits(
        connections,
        open -> open > share ? Math.max(share, open - closeAtMost) : Integer.MAX_VALUE);
  }

  private static Map<LaunchId, Integer> limits(
      Map<LaunchId, Integer> connections, IntUnaryOperator limit) {
    Map<LaunchId, Integer> limits = new LinkedHashMap<>();
    connections.forEach((launch, open) -> limits.put(launch, limit.applyAsInt(open)));
    return limits;
  }
}
