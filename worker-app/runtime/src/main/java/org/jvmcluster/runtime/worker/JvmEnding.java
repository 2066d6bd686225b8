package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.StandardError;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Ends this JVM: in order through {@link System#exit}, so that the application's shutdown hooks
 * run, or by force through {@link Runtime#halt}, so that nothing they do can keep it alive.
 */
final class JvmEnding implements Ending {
  /** How long the last messages may take to be written; a supervisor that reads takes none. */
  private static final Duration FLUSH_LIMIT = Duration.ofSeconds(1);

  private final ControlChannel channel;
  private final NanoClock clock;
  private final AtomicBoolean exiting = new AtomicBoolean();

  /** What the process exits with if it must be halted; until an exit is asked for, a failure. */
  private volatile int code = 1;

  /** Guarded by this. Null until the first {@link #haltAfter}. */
  private @Nullable Deadline halt;

  JvmEnding(ControlChannel channel, NanoClock clock) {
    this.channel = requireNonNull(channel, "channel");
    this.clock = requireNonNull(clock, "clock");
  }

  @Override
  public synchronized void haltAfter(Duration time) {
    Deadline deadline = Deadline.after(time, clock);
    if (halt == null) {
      halt = deadline;
      Daemons.start("worker-halt", this::haltInTime);
    } else if (deadline.remainingNanos() < halt.remainingNanos()) {
      halt = deadline;
      notifyAll();
    }
  }

  @Override
  public void exit(int code, Supplier<? extends CompletionStage<?>> closeApplication) {
    if (!exiting.compareAndSet(false, true)) {
      return;
    }
    this.code = code;
    Daemons.start(
        "worker-exit",
        () -> {
          try {
            close(closeApplication, closeLimit());
            channel.awaitEmpty(FLUSH_LIMIT, clock);
          } catch (InterruptedException e) {
            // Nothing waits for this thread but the exit, which comes next.
            Thread.currentThread().interrupt();
          } finally {
            System.exit(code);
          }
        });
  }

  @Override
  public void exitNow(int code) {
    this.code = code;
    System.exit(code);
  }

  /** Half of what is left until the halt; the other half is for the shutdown hooks. */
  private synchronized Duration closeLimit() {
    return halt == null ? Departure.EXIT_LIMIT.dividedBy(2) : halt.remaining().dividedBy(2);
  }

  private static void close(Supplier<? extends CompletionStage<?>> closeApplication, Duration limit)
      throws InterruptedException {
    try {
      closeApplication.get().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      StandardError.say(
          "the application did not close within "
              + limit.toMillis()
              + " ms (does an event loop hang?); exiting without it");
    } catch (ExecutionException | RuntimeException e) {
      StandardError.say("the application failed to close, exiting all the same: " + e);
    }
  }

  private void haltInTime() {
    try {
      awaitHalt();
    } catch (InterruptedException e) {
      // Nobody has a reason to interrupt this thread; whoever does gets what it waits for.
      Thread.currentThread().interrupt();
    }
    StandardError.say("the JVM did not end by itself in time (a shutdown hook hangs?); halting it");
    Runtime.getRuntime().halt(code);
  }

  private synchronized void awaitHalt() throws InterruptedException {
    while (!requireNonNull(halt, "halt").hasPassed()) {
      // Rounded up: a wait of zero would last for ever.
      wait(halt.remaining().toMillis() + 1);
    }
  }
}
