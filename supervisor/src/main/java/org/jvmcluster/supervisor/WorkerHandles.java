package org.jvmcluster.supervisor;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jvmcluster.runtime.protocol.LaunchId;

/**
 * The workers whose processes exist or are being started, and the last words of those that ended
 * before they were ready. Safe for any thread.
 */
final class WorkerHandles {
  /** Ended workers whose output is remembered, for the message about a failure. */
  private static final int REMEMBERED = 8;

  private final Map<LaunchId, WorkerHandle> living = new ConcurrentHashMap<>();

  /** Guarded by itself. Newest last. */
  private final Deque<LastWords> ended = new ArrayDeque<>();

  /**
   * What a worker that ended had written last.
   *
   * @param worker slot, generation and pid, for a message
   */
  record LastWords(String worker, List<String> lines) {
    /** For the end of a message, over several lines. */
    String text() {
      return worker + ": the last lines it wrote:\n    " + String.join("\n    ", lines);
    }
  }

  void add(WorkerHandle handle) {
    living.put(handle.launch(), handle);
  }

  Optional<WorkerHandle> find(LaunchId launch) {
    return Optional.ofNullable(living.get(launch));
  }

  Collection<WorkerHandle> all() {
    return living.values();
  }

  /** The process is gone or was never there. */
  void remove(LaunchId launch) {
    WorkerHandle handle = living.remove(launch);
    if (handle != null && !handle.wasReady() && !handle.lastLines().isEmpty()) {
      synchronized (ended) {
        ended.addLast(new LastWords(handle.describe(), handle.lastLines()));
        while (ended.size() > REMEMBERED) {
          ended.removeFirst();
        }
      }
    }
  }

  /** Of the workers that never became ready and ended last, oldest first. */
  List<LastWords> lastWords() {
    synchronized (ended) {
      return List.copyOf(ended);
    }
  }

  /** Something new begins, which earlier failures do not explain. */
  void forgetLastWords() {
    synchronized (ended) {
      ended.clear();
    }
  }
}
