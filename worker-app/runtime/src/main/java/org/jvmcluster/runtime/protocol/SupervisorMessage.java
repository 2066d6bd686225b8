package org.jvmcluster.runtime.protocol;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What a supervisor tells a worker. The first is {@link Welcome} or {@link Refused}. */
public sealed interface SupervisorMessage {

  /**
   * The answer to {@link WorkerMessage.Hello}.
   *
   * @param protocol the version both speak from now on
   * @param ports the ports whose sockets the supervisor owns
   * @param warmUp whether the worker warms up before or after it takes the sockets
   * @param acceptance which slots' sockets it accepts from
   * @param maxInFlight requests in flight above which it accepts no more connections, at least 1
   * @param drainLimit how long it drains when it loses its supervisor
   * @param shedAfter how long requests may wait for their turn before the worker refuses others;
   *     zero when it never refuses any, also where an older supervisor does not say
   */
  record Welcome(
      int protocol,
      List<SupervisedPort> ports,
      WarmUp warmUp,
      Acceptance acceptance,
      int maxInFlight,
      Duration drainLimit,
      Duration shedAfter)
      implements SupervisorMessage {
    public Welcome {
      ports = List.copyOf(ports);
      requireNonNull(warmUp, "warmUp");
      requireNonNull(acceptance, "acceptance");
      requireNonNull(drainLimit, "drainLimit");
      requireNonNull(shedAfter, "shedAfter");
      if (maxInFlight < 1) {
        throw new IllegalArgumentException("maxInFlight is at least 1, not " + maxInFlight);
      }
    }
  }

  /**
   * The worker cannot join; it exits.
   *
   * @param reason why, in a sentence
   */
  record Refused(String reason) implements SupervisorMessage {
    public Refused {
      requireNonNull(reason, "reason");
    }
  }

  /**
   * So many descriptors follow on the descriptor channel, in this order. The worker's own slot
   * comes first in the first of these messages; later ones announce sockets of slots that were
   * added.
   *
   * @param labels one for each descriptor, at least one
   */
  record Sockets(List<SocketLabel> labels) implements SupervisorMessage {
    public Sockets {
      labels = List.copyOf(labels);
      if (labels.isEmpty()) {
        throw new IllegalArgumentException("a Sockets message announces at least one descriptor");
      }
    }
  }

  /**
   * Which slots have no ready worker just now. With {@link Acceptance#OWN} every worker serves
   * these beside its own; with {@link Acceptance#IDLE} it serves all anyway.
   *
   * @param slots may be empty
   */
  record Unserved(Set<Slot> slots) implements SupervisorMessage {
    public Unserved {
      slots = Set.copyOf(slots);
    }
  }

  /**
   * Kept-alive connections above this number are closed after their next response, with {@code
   * Connection: close}, so that they can spread over the fleet again. Replaces the limit before.
   *
   * @param connections at least 1; {@link Integer#MAX_VALUE} lifts the limit
   */
  record LimitConnections(int connections) implements SupervisorMessage {
    public LimitConnections {
      if (connections < 1) {
        throw new IllegalArgumentException(
            "a limit of connections is at least 1, not " + connections);
      }
    }
  }

  /**
   * Say what all threads are at, with {@link WorkerMessage.ThreadDump}.
   *
   * @param request comes back with the answer
   */
  record DumpThreads(long request) implements SupervisorMessage {}

  /**
   * Stop accepting, finish what is in flight, exit.
   *
   * @param limit after it, connections still open are cut; zero cuts at once
   */
  record Drain(Duration limit) implements SupervisorMessage {
    public Drain {
      requireNonNull(limit, "limit");
    }
  }
}
