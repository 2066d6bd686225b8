package org.jvmcluster.supervisor.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What is simulated.
 *
 * @param workers each serves one request at a time
 * @param service how long a request holds its worker, if nothing slows it down
 * @param demand when requests are due
 * @param requests how many, at least 1
 * @param clients each with one request at a time; a request that is due waits for a free one.
 *     Empty: as many as it takes. A closed loop and kept connections need it
 * @param keepAlive each client stays with the worker that served its first request; else each
 *     request comes over a fresh connection
 * @param cores how many requests run at full speed; more share them evenly. Empty: requests need no
 *     core, or there is one for each worker
 * @param handover with {@link Discipline#IDLE}: how long a connection waits for its owner before an
 *     idle neighbour takes it
 */
public record Scenario(
    int workers,
    ServiceTime service,
    Demand demand,
    long requests,
    OptionalInt clients,
    boolean keepAlive,
    OptionalDouble cores,
    Duration handover) {
  /** The grace of a worker's accept loop, {@code AcceptLoop.GRACE_NANOS}. */
  public static final Duration HANDOVER = Duration.ofMillis(1);

  /** In an overload all of them wait at once, and must fit into the memory of a command. */
  public static final long MOST_REQUESTS = 2_000_000;

  /** More than any machine has. */
  public static final int MOST_WORKERS = 10_000;

  /** As many as there are ports to connect from. */
  public static final int MOST_CLIENTS = 65_536;

  /**
   * @throws IllegalArgumentException when a figure is out of range, or clients are missing; the
   *     message is for people
   */
  public Scenario {
    requireNonNull(service, "service");
    requireNonNull(demand, "demand");
    check(
        workers >= 1 && workers <= MOST_WORKERS,
        "1 to " + MOST_WORKERS + " workers, not " + workers);
    check(
        requests >= 1 && requests <= MOST_REQUESTS,
        "1 to " + MOST_REQUESTS + " requests, not " + requests);
    check(
        clients.isEmpty() || (clients.getAsInt() >= 1 && clients.getAsInt() <= MOST_CLIENTS),
        "1 to " + MOST_CLIENTS + " clients");
    check(
        clients.isPresent() || !(demand instanceof Demand.Closed || keepAlive),
        "a closed loop and kept connections need a number of clients");
    check(
        cores.isEmpty() || (cores.getAsDouble() > 0 && cores.getAsDouble() <= MOST_WORKERS),
        "cores above 0 and up to " + MOST_WORKERS);
    check(!handover.isNegative(), "a handover of 0 or more, not " + handover);
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what);
    }
  }

  /** Requests a second that can be served at most. */
  public double capacityPerSecond() {
    return Math.min(workers, cores.orElse(workers)) * 1e9 / service.meanNanos();
  }

  /**
   * What is due as a share of what can be served: 0.8 is 80 %, from 1 on the queues grow as long as
   * it lasts.
   *
   * @return empty unless requests are due at a rate
   */
  public OptionalDouble offeredLoad() {
    return demand instanceof Demand.Open open
        ? OptionalDouble.of(open.perSecond() / capacityPerSecond())
        : OptionalDouble.empty();
  }
}
