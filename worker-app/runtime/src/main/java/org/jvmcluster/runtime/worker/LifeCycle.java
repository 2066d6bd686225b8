package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.listen.StandardError;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Drain;
import org.jvmcluster.runtime.protocol.SupervisorMessage.LimitConnections;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Refused;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Sockets;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Unserved;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Welcome;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerMessage.Failed;
import org.jvmcluster.runtime.protocol.WorkerMessage.Listening;
import org.jvmcluster.runtime.protocol.WorkerMessage.Ready;
import org.jvmcluster.runtime.protocol.WorkerMessage.Warmed;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Decides what a worker does next. It goes through its {@link Stage}s in order and never back; from
 * each it can leave:
 *
 * <pre>
 * JOINING --welcome--> BOOTING --bound--> LISTENING --sockets, warm, not held--> READY
 * any --order to drain, TERM, failure, supervisor lost--> LEAVING
 * </pre>
 *
 * <p>Owned by one thread, which calls every method; what completes elsewhere comes back through the
 * executor. Nothing here waits, except for descriptors that are on their way.
 */
final class LifeCycle {
  /** Where a worker stands. */
  enum Stage {
    /** Has not been welcomed. */
    JOINING,
    /** The application starts and has not bound its ports. */
    BOOTING,
    /** Bound but closed: warms up, waits for its sockets and for the application. */
    LISTENING,
    /** Accepts connections. */
    READY,
    /** Drains and exits, see {@link Departure}. */
    LEAVING
  }

  /** How long announced descriptors may take: they are sent right after the announcement. */
  static final Duration RECEIVE_LIMIT = Duration.ofSeconds(5);

  /** When nobody waits for a warm-up any more: after its own limit and a request that hangs. */
  static final Duration WARM_UP_LIMIT = WarmUpLimits.DEFAULT.time().plusSeconds(2);

  /** Descriptors announced before the application is there: 1,024 slots with four ports each. */
  static final int EARLY_LABELS = 4096;

  private final Outbox outbox;
  private final Application application;
  private final Chores chores;
  private final Executor events;
  private final NanoClock clock;
  private final Supplier<Duration> sinceStart;
  private final Departure departure;
  private final CompletableFuture<Welcome> joined = new CompletableFuture<>();

  private Stage stage = Stage.JOINING;
  private @Nullable Welcome welcome;
  private @Nullable FrontDoor door;
  private boolean bound;
  private boolean holdsSockets;
  private boolean warm;

  /** Null when no warm-up runs that somebody waits for. */
  private @Nullable Deadline warmUpLimit;

  // Said before there was a door to tell; of what replaces itself, the last word.
  private final List<SocketLabel> earlyLabels = new ArrayList<>();
  private @Nullable Unserved earlyUnserved;
  private @Nullable LimitConnections earlyLimit;

  /**
   * @param events runs a task later on the thread that owns this life
   * @param sinceStart time since the start of the JVM
   */
  LifeCycle(
      Outbox outbox,
      Application application,
      Chores chores,
      Ending ending,
      Executor events,
      NanoClock clock,
      Supplier<Duration> sinceStart) {
    this.outbox = requireNonNull(outbox, "outbox");
    this.application = requireNonNull(application, "application");
    this.chores = requireNonNull(chores, "chores");
    this.events = requireNonNull(events, "events");
    this.clock = requireNonNull(clock, "clock");
    this.sinceStart = requireNonNull(sinceStart, "sinceStart");
    this.departure = new Departure(outbox, application, chores, ending, events, clock);
  }

  /** Completes with the welcome; with {@link JoinException} when there will be none. */
  CompletableFuture<Welcome> joined() {
    return joined;
  }

  /** Whether nothing is left to decide: the JVM exits. */
  boolean isOver() {
    return departure.isOver();
  }

  /** Where the worker stands now. */
  Stage stage() {
    return stage;
  }

  /** When {@link #timePassed} is to be called if nothing else happens before. */
  Optional<Deadline> nextDeadline() {
    return stage == Stage.LEAVING ? departure.nextDeadline() : Optional.ofNullable(warmUpLimit);
  }

  /** The application has built its Vert.x; from now on there is a door. */
  void begun(
      FrontDoor newDoor,
      List<ReadingSource> meters,
      Supplier<? extends CompletionStage<?>> closeApplication) {
    if (stage == Stage.LEAVING) {
      // Boots into a worker that is about to exit: nothing was opened, so nothing is to be drained.
      return;
    }
    door = newDoor;
    departure.attach(newDoor, closeApplication);
    List<ReadingSource> sources = new ArrayList<>(meters);
    sources.add(newDoor);
    chores.startReports(sources);
    if (earlyUnserved != null) {
      newDoor.unserved(earlyUnserved.slots());
    }
    if (earlyLimit != null) {
      newDoor.limitConnections(earlyLimit.connections());
    }
    newDoor
        .bound()
        .whenComplete(
            (nothing, failure) ->
                events.execute(
                    () -> {
                      if (failure == null) {
                        bound();
                      } else {
                        fail("the application could not bind its ports: " + failure);
                      }
                    }));
    if (!earlyLabels.isEmpty()) {
      receive(newDoor, earlyLabels);
    }
  }

  /** The supervisor said something. */
  void received(SupervisorMessage message) {
    if (message instanceof Welcome greeting) {
      welcomed(greeting);
    } else if (message instanceof Refused refused) {
      joined.completeExceptionally(new JoinException(refused.reason()));
    } else if (message instanceof Drain drain) {
      leave(drain.limit());
    } else if (stage != Stage.LEAVING) {
      instructed(message);
    }
  }

  /** The supervisor is gone, or its channel is; nobody would notice if this worker lived on. */
  void controlLost(String reason) {
    if (joined.completeExceptionally(new JoinException(reason)) || stage == Stage.LEAVING) {
      return;
    }
    Duration limit = drainLimit();
    StandardError.say(reason + "; draining for at most " + limit.toMillis() + " ms, then exiting");
    leave(limit);
  }

  /** Somebody asked this process to end, with a signal. */
  void terminated() {
    leave(drainLimit());
  }

  /** This worker cannot go on. */
  void fail(String reason) {
    if (stage == Stage.LEAVING) {
      return;
    }
    StandardError.say(reason);
    outbox.send(new Failed(reason));
    departure.markFailed();
    leave(drainLimit());
  }

  /** The warm-up is over, or was given up. */
  private void warmed(Warmed result) {
    warmUpLimit = null;
    if (!warm && (stage == Stage.LISTENING || stage == Stage.READY)) {
      warm = true;
      outbox.send(result);
      advance();
    }
  }

  /** Looks at the clock, and whether the application still holds its readiness. */
  void timePassed() {
    if (stage == Stage.LEAVING) {
      departure.timePassed();
      return;
    }
    advance();
    if (warmUpLimit != null && warmUpLimit.hasPassed()) {
      chores.stopWarmUp();
      StandardError.say(
          "the warm-up did not end within "
              + WARM_UP_LIMIT.toMillis()
              + " ms (does a handler or an event loop hang?); becoming ready without it");
      warmed(new Warmed(0, WARM_UP_LIMIT));
    }
  }

  private void welcomed(Welcome greeting) {
    if (stage != Stage.JOINING) {
      return;
    }
    if (greeting.protocol() > Protocol.VERSION) {
      joined.completeExceptionally(
          new JoinException(
              "the supervisor speaks protocol "
                  + greeting.protocol()
                  + " and this runtime at most "
                  + Protocol.VERSION
                  + "; use the runtime jar that came with the supervisor"));
      return;
    }
    welcome = greeting;
    stage = Stage.BOOTING;
    joined.complete(greeting);
    advance();
  }

  private void instructed(SupervisorMessage message) {
    FrontDoor now = door;
    if (message instanceof Sockets sockets) {
      if (now != null) {
        receive(now, sockets.labels());
      } else if (earlyLabels.size() + sockets.labels().size() > EARLY_LABELS) {
        fail("more than " + EARLY_LABELS + " sockets were announced before the application is up");
      } else {
        earlyLabels.addAll(sockets.labels());
      }
    } else if (message instanceof Unserved unserved) {
      earlyUnserved = unserved;
      if (now != null) {
        now.unserved(unserved.slots());
      }
    } else if (message instanceof LimitConnections limit) {
      earlyLimit = limit;
      if (now != null) {
        now.limitConnections(limit.connections());
      }
    } else {
      throw new AssertionError("a message without an answer: " + message.getClass());
    }
  }

  private void receive(FrontDoor from, List<SocketLabel> labels) {
    try {
      from.receive(List.copyOf(labels), RECEIVE_LIMIT);
      holdsSockets = true;
      advance();
    } catch (IOException e) {
      // Descriptors carry no labels: once one is missing, each later one could be another's.
      fail("the sockets " + labels + " did not come: " + e.getMessage());
    }
  }

  private void bound() {
    bound = true;
    advance();
  }

  /** Goes on as far as everything that was waited for has come. */
  private void advance() {
    if (stage == Stage.BOOTING && bound) {
      stage = Stage.LISTENING;
      outbox.send(new Listening(sinceStart.get()));
      if (warmUpMode() == WarmUp.BEFORE_READY) {
        warmUpLimit = Deadline.after(WARM_UP_LIMIT, clock);
        warmUp();
      }
    }
    if (stage == Stage.LISTENING
        && holdsSockets
        && (warm || warmUpMode() == WarmUp.AFTER_READY)
        && application.readinessHolds().isEmpty()) {
      stage = Stage.READY;
      requireNonNull(door, "door").open();
      outbox.send(new Ready());
      if (warmUpMode() == WarmUp.AFTER_READY) {
        warmUp();
      }
    }
  }

  private void warmUp() {
    List<String> paths = application.warmUpPaths();
    if (paths.isEmpty()) {
      warmed(new Warmed(0, Duration.ZERO));
    } else {
      chores.warmUp(
          requireNonNull(door, "door"),
          paths,
          stage == Stage.READY,
          result -> events.execute(() -> warmed(result)));
    }
  }

  private void leave(Duration limit) {
    if (stage != Stage.LEAVING) {
      stage = Stage.LEAVING;
      chores.stopWarmUp();
      departure.begin(limit);
      // After the departure has begun: of two exits the first one counts.
      joined.completeExceptionally(new JoinException("the worker was told to stop"));
    } else {
      departure.hurry(limit);
    }
  }

  private WarmUp warmUpMode() {
    return requireNonNull(welcome, "welcome").warmUp();
  }

  /** Before the welcome nothing is open, so there is nothing to wait for. */
  private Duration drainLimit() {
    return welcome == null ? Duration.ZERO : welcome.drainLimit();
  }
}
