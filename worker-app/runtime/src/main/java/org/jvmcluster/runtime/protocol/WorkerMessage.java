package org.jvmcluster.runtime.protocol;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;

/**
 * What a worker tells its supervisor. In the order of a life: {@link Hello}, {@link Listening},
 * ({@link Warmed} when asked to warm up first), {@link Ready}, a {@link Report} every second,
 * {@link Drained}; {@link ThreadDump} when asked, {@link Failed} at any time.
 */
public sealed interface WorkerMessage {

  /**
   * The first message: which launch this is, and what it runs on.
   *
   * @param protocol the version of the protocol the worker speaks, {@link Protocol#VERSION}
   * @param launch the launch the supervisor gave it on the command line
   * @param identity slot, generation and the worker's own pid
   * @param versions {@code java}, {@code vertx}, {@code netty}, {@code transport}: a line each
   * @param reduced what does not work in this worker, in sentences; empty when all does
   */
  record Hello(
      int protocol,
      LaunchId launch,
      WorkerIdentity identity,
      Versions versions,
      List<String> reduced)
      implements WorkerMessage {
    public Hello {
      requireNonNull(launch, "launch");
      requireNonNull(identity, "identity");
      requireNonNull(versions, "versions");
      reduced = List.copyOf(reduced);
    }
  }

  /**
   * The application has bound every supervised port; no connection is accepted yet.
   *
   * @param sinceStart from the start of the JVM
   */
  record Listening(Duration sinceStart) implements WorkerMessage {
    public Listening {
      requireNonNull(sinceStart, "sinceStart");
    }
  }

  /**
   * The warm-up is over. Sent once in a life: before {@link Ready} for {@link WarmUp#BEFORE_READY},
   * after it for {@link WarmUp#AFTER_READY}.
   *
   * @param requests how many requests it sent itself
   * @param took how long that took
   */
  record Warmed(long requests, Duration took) implements WorkerMessage {
    public Warmed {
      requireNonNull(took, "took");
    }
  }

  /** The worker holds its sockets and accepts connections. */
  record Ready() implements WorkerMessage {}

  /**
   * What was measured since the last report.
   *
   * @param report an interval and its readings
   */
  record Report(WorkerReport report) implements WorkerMessage {
    public Report {
      requireNonNull(report, "report");
    }
  }

  /**
   * The answer to {@link SupervisorMessage.DumpThreads}.
   *
   * @param request of the question
   * @param blocked the event loops that are at work and do not wait in their poller, at the moment
   *     of the dump
   * @param text what all threads are at, for people, in lines
   */
  record ThreadDump(long request, List<BlockedLoop> blocked, String text) implements WorkerMessage {
    public ThreadDump {
      blocked = List.copyOf(blocked);
      requireNonNull(text, "text");
    }
  }

  /**
   * An event loop that does not wait in its poller.
   *
   * @param thread its name
   * @param frame what it is at, such as {@code java.lang.Thread.sleep(Native Method)}, with the
   *     nearest caller outside of the JDK where that is another
   */
  record BlockedLoop(String thread, String frame) {
    public BlockedLoop {
      requireNonNull(thread, "thread");
      requireNonNull(frame, "frame");
    }
  }

  /**
   * The worker accepts no more connections and has none left; it exits next.
   *
   * @param cut connections that were still open at the drain limit and were closed
   * @param cutRequests of those, how many had a request in flight
   * @param took from the order to drain to this message
   */
  record Drained(long cut, long cutRequests, Duration took) implements WorkerMessage {
    public Drained {
      requireNonNull(took, "took");
    }
  }

  /**
   * The worker cannot go on; it exits next.
   *
   * @param reason what was tried, what came of it and the mend, in a sentence
   */
  record Failed(String reason) implements WorkerMessage {
    public Failed {
      requireNonNull(reason, "reason");
    }
  }
}
