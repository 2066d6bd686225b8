package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.fleet.Fleet;
import org.jvmcluster.supervisor.fleet.FleetCommand;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.Moment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that decides. Takes one event at a time, asks the fleet, has the commands carried
 * out, publishes the new view. Others hand it events with {@link #post}; nothing it calls may
 * block.
 */
final class SupervisorLoop {
  private static final Logger LOG = LoggerFactory.getLogger(SupervisorLoop.class);

  /**
   * Events waiting to be handled. Each is handled in microseconds and a worker causes about ten in
   * its life beside its reports, so 1,024 workers that start at once stay below it.
   */
  private static final int MAX_WAITING = 65_536;

  /** How often {@code beat} is called: the pace of the workers' reports. */
  private static final Duration BEAT = Duration.ofSeconds(1);

  private final Fleet fleet;
  private final NanoClock clock;
  private final BlockingQueue<FleetEvent> events = new LinkedBlockingQueue<>(MAX_WAITING);
  private final List<Consumer<FleetView>> observers = new CopyOnWriteArrayList<>();
  private volatile FleetView view;

  /** The first event for which there was no room; the loop ends on it. */
  private volatile @Nullable FleetEvent lost;

  SupervisorLoop(Fleet fleet, NanoClock clock) {
    this.fleet = requireNonNull(fleet, "fleet");
    this.clock = requireNonNull(clock, "clock");
    this.view = fleet.view(now());
  }

  /** From now on told every new view, on the loop's thread; must not block. */
  void observe(Consumer<FleetView> observer) {
    observers.add(observer);
  }

  /**
   * Hands over an event. Any thread; returns at once. Reports come every second from every worker
   * and each makes the one before old, so they give way where many events wait.
   */
  void post(FleetEvent event) {
    if (event instanceof FleetEvent.Reported && events.size() >= MAX_WAITING / 2) {
      return;
    }
    if (!events.offer(event)) {
      lost = event;
      LOG.error(
          "{} events wait, the supervisor loop does not get on; lost: {}", MAX_WAITING, event);
    }
  }

  /** The view after the last event. Any thread. */
  FleetView view() {
    return view;
  }

  /**
   * Decides until the fleet has ended; the caller's thread becomes the loop.
   *
   * @param executor carries out commands, on this thread
   * @param beat called about once a second, on this thread
   * @return how it ended
   */
  FleetCommand.Finish run(FleetCommand.Executor executor, Runnable beat)
      throws InterruptedException {
    long nextBeat = clock.nanos() + BEAT.toNanos();
    while (true) {
      if (lost != null) {
        // The fleet would have a wrong picture for ever. Ending lets the workers drain.
        throw new IllegalStateException("too many events waited, one was lost: " + lost);
      }
      FleetEvent event = next(nextBeat);
      if (clock.nanos() - nextBeat >= 0) {
        nextBeat = clock.nanos() + BEAT.toNanos();
        guarded("the beat of the supervisor loop", beat);
        // The view carries times that run: a backoff that is left, a restart that takes.
        publish(now());
      }
      if (event == null) {
        continue;
      }
      FleetCommand.@Nullable Finish finish = handle(event, executor);
      if (finish != null) {
        answerTheLate(executor);
        return finish;
      }
    }
  }

  /** What was asked while the last exit was handled: the fleet refuses it, but it does answer. */
  private void answerTheLate(FleetCommand.Executor executor) {
    for (FleetEvent event = events.poll(); event != null; event = events.poll()) {
      handle(event, executor);
    }
  }

  private @Nullable FleetEvent next(long nextBeat) throws InterruptedException {
    // Queued events go first: a worker whose "ready" waits here is not late.
    FleetEvent queued = events.poll();
    if (queued != null) {
      return queued;
    }
    long now = clock.nanos();
    OptionalLong deadline = fleet.nextDeadlineNanos();
    if (deadline.isPresent() && deadline.getAsLong() - now <= 0) {
      return new FleetEvent.TimePassed();
    }
    long wait = nextBeat - now;
    if (deadline.isPresent()) {
      wait = Math.min(wait, deadline.getAsLong() - now);
    }
    return events.poll(Math.max(0, wait), TimeUnit.NANOSECONDS);
  }

  private FleetCommand.@Nullable Finish handle(FleetEvent event, FleetCommand.Executor executor) {
    LOG.debug("event {}", event);
    Moment now = now();
    List<FleetCommand> commands = fleet.handle(event, now);
    // Before the commands: who is told that an order is complete may look at once.
    publish(now);
    FleetCommand.@Nullable Finish finish = null;
    for (FleetCommand command : commands) {
      LOG.debug("command {}", command);
      guarded("command " + command, () -> command.accept(executor));
      if (command instanceof FleetCommand.Finish last) {
        finish = last;
      }
    }
    return finish;
  }

  private void publish(Moment now) {
    FleetView current = fleet.view(now);
    view = current;
    observers.forEach(observer -> guarded("an observer", () -> observer.accept(current)));
  }

  /** A fault in one command must not end the loop, and with it the care for all workers. */
  private static void guarded(String what, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      LOG.error("{} failed; the supervisor goes on", what, e);
    }
  }

  private Moment now() {
    return new Moment(clock.nanos(), Instant.now());
  }
}
