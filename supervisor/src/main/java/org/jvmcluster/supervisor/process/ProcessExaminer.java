package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * Finds out why a process is silent, by looking at its threads a few times. On one thread of its
 * own, {@code process-examiner}; safe for any thread.
 */
public final class ProcessExaminer implements AutoCloseable {
  /** Several, so that one lucky moment on a core decides nothing. */
  private static final int LOOKS = 5;

  private static final Duration BETWEEN = Duration.ofMillis(250);

  private final Path proc;
  private final ScheduledThreadPoolExecutor thread;

  /** Of the processes of this machine. */
  public ProcessExaminer() {
    this(Path.of("/proc"));
  }

  ProcessExaminer(Path proc) {
    this.proc = requireNonNull(proc, "proc");
    this.thread = ChoreThread.scheduler("process-examiner");
  }

  /** Examines a process for a second. Never fails, unless this is closed meanwhile. */
  public CompletableFuture<Condition> examine(long pid) {
    CompletableFuture<Condition> condition = new CompletableFuture<>();
    look(pid, new ArrayList<>(), System.nanoTime(), condition);
    return condition;
  }

  private void look(
      long pid, List<ThreadLook> looks, long begunNanos, CompletableFuture<Condition> condition) {
    Runnable next =
        () -> {
          try {
            looks.add(ThreadLook.at(proc, pid));
            if (looks.size() == LOOKS) {
              Duration span = Duration.ofNanos(System.nanoTime() - begunNanos);
              condition.complete(Condition.of(looks, span));
            } else {
              look(pid, looks, begunNanos, condition);
            }
          } catch (RuntimeException e) {
            condition.completeExceptionally(e);
          }
        };
    try {
      var unused =
          thread.schedule(next, looks.isEmpty() ? 0 : BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      condition.completeExceptionally(closed);
    }
  }

  /** One look, for a word about a process that does not answer. */
  public Condition glance(long pid) {
    return Condition.of(List.of(ThreadLook.at(proc, pid)), Duration.ZERO);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
