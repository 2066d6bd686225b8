package org.jvmcluster.supervisor.model;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where requests wait, and who takes them: one discipline at work. Knows which workers are busy;
 * says what a worker begins, and never touches the time.
 */
final class Waiting {
  /** {@code AcceptPlan.MOST_SHARED_WAKE_UPS}: beyond, one idle worker hears of a connection. */
  private static final int MOST_SHARED_WAKE_UPS = 4;

  private enum State {
    BUSY,
    /** Idle, and will look at its own queue and those of others when a moment is over. */
    PAUSING,
    /** Idle, and nothing waits that it has heard of. */
    ASLEEP
  }

  private final Discipline discipline;
  private final RandomGenerator random;
  private final State[] states;
  private final ArrayDeque<Request>[] queues;

  /** Requests over connections that a worker has already: they never change hands. */
  private final ArrayDeque<Request>[] kept;

  private final int[] nextNeighbour;
  private final ArrayDeque<Integer> toPause = new ArrayDeque<>();
  private int nextInTurn;
  private int idle;
  private long waiting;

  Waiting(Discipline discipline, int workers, RandomGenerator random) {
    this.discipline = discipline;
    this.random = random;
    this.states = Stream.generate(() -> State.ASLEEP).limit(workers).toArray(State[]::new);
    this.queues = queues(discipline == Discipline.SHARED ? 1 : workers);
    this.kept = queues(workers);
    this.nextNeighbour = new int[workers];
    this.idle = workers;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // there is no other way to an array of queues
  private static ArrayDeque<Request>[] queues(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new ArrayDeque<Request>())
        .toArray(ArrayDeque[]::new);
  }

  /**
   * A request arrives over a fresh connection.
   *
   * @return the worker that begins it now; empty when it waits
   */
  Optional<Integer> arrive(Request request) {
    int worker =
        switch (discipline) {
          case HASH, IDLE -> random.nextInt(states.length);
          case ROUND_ROBIN -> nextInTurn++ % states.length;
          case SHARED -> idle == 0 ? -1 : anyIdle();
        };
    if (worker >= 0 && states[worker] == State.ASLEEP) {
      return begin(worker);
    }
    queues[Math.max(worker, 0) % queues.length].add(request);
    waiting++;
    if (discipline == Discipline.IDLE) {
      wakeIdle();
    }
    return Optional.empty();
  }

  /** The same over a connection that this worker has kept. */
  Optional<Integer> arriveAt(int worker, Request request) {
    if (states[worker] != State.BUSY) {
      return begin(worker);
    }
    kept[worker].add(request);
    return Optional.empty();
  }

  /**
   * A worker has ended its request.
   *
   * @return what it begins now
   */
  Optional<Request> free(int worker) {
    Request own = kept[worker].poll();
    if (own != null) {
      return Optional.of(own);
    }
    own = queues[worker % queues.length].poll();
    if (own != null) {
      waiting--;
      return Optional.of(own);
    }
    idle++;
    states[worker] = State.ASLEEP;
    if (discipline == Discipline.IDLE && waiting > 0) {
      pause(worker);
    }
    return Optional.empty();
  }

  /**
   * The moment is over for which a worker left a connection to its owner.
   *
   * @return what it begins now
   */
  Optional<Request> pauseOver(int worker) {
    if (states[worker] != State.PAUSING) {
      return Optional.empty();
    }
    states[worker] = State.ASLEEP;
    Request taken = queues[worker].poll();
    int first = nextNeighbour[worker]++;
    for (int i = 0; taken == null && waiting > 0 && i < queues.length; i++) {
      taken = queues[(first + i) % queues.length].poll();
    }
    if (taken == null) {
      return Optional.empty();
    }
    waiting--;
    begin(worker);
    return Optional.of(taken);
  }

  /** Workers whose pause begins now; asked after each of the other calls until empty. */
  Optional<Integer> nextToPause() {
    return Optional.ofNullable(toPause.poll());
  }

  private Optional<Integer> begin(int worker) {
    states[worker] = State.BUSY;
    idle--;
    return Optional.of(worker);
  }

  private int anyIdle() {
    int skip = random.nextInt(idle);
    for (int worker = 0; ; worker++) {
      if (states[worker] != State.BUSY && skip-- == 0) {
        return worker;
      }
    }
  }

  private void wakeIdle() {
    int first = random.nextInt(states.length);
    for (int i = 0; i < states.length; i++) {
      int worker = (first + i) % states.length;
      if (states[worker] == State.ASLEEP) {
        pause(worker);
        if (states.length > MOST_SHARED_WAKE_UPS) {
          return;
        }
      }
    }
  }

  private void pause(int worker) {
    states[worker] = State.PAUSING;
    toPause.add(worker);
  }
}
