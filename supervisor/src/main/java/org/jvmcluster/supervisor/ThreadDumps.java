package org.jvmcluster.supervisor;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.supervisor.control.WorkerChannels;

/** Questions to workers what their threads are at, and who waits for the answers. Any thread. */
final class ThreadDumps {
  private final AtomicLong requests = new AtomicLong();
  private final Map<Long, Question> open = new ConcurrentHashMap<>();

  private record Question(LaunchId launch, CompletableFuture<WorkerMessage.ThreadDump> answer) {}

  /** There was nobody to ask. */
  static final class NoChannelException extends Exception {
    private static final long serialVersionUID = 1;

    NoChannelException() {
      super("the worker has no control channel");
    }
  }

  /**
   * Asks a worker. Returns at once.
   *
   * @return fails with {@link TimeoutException} when there is no answer within the limit, and at
   *     once with {@link NoChannelException} when the worker has no control channel
   */
  CompletableFuture<WorkerMessage.ThreadDump> ask(
      WorkerChannels channels, LaunchId launch, Duration limit) {
    long request = requests.incrementAndGet();
    CompletableFuture<WorkerMessage.ThreadDump> answer = new CompletableFuture<>();
    open.put(request, new Question(launch, answer));
    CompletableFuture<WorkerMessage.ThreadDump> closed =
        answer
            .orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
            .whenComplete((dump, failure) -> open.remove(request));
    if (!channels.send(launch, new SupervisorMessage.DumpThreads(request))) {
      answer.completeExceptionally(new NoChannelException());
    }
    return closed;
  }

  /** A worker answers; one that comes too late, or was never asked, is not heard. */
  void answered(LaunchId launch, WorkerMessage.ThreadDump dump) {
    Question question = open.get(dump.request());
    if (question != null && question.launch().equals(launch)) {
      question.answer().complete(dump);
    }
  }

  /** How many answers are waited for. */
  int waiting() {
    return open.size();
  }
}
