package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import org.jvmcluster.runtime.api.TaskKind;

/**
 * Where the work of a route belongs.
 *
 * @param usual in mode {@code processes}
 * @param withThreads in mode {@code threads}
 * @param kind what it is to the pools
 */
record Placement(Place usual, Place withThreads, TaskKind kind) {
  Placement {
    requireNonNull(usual, "usual");
    requireNonNull(withThreads, "withThreads");
    requireNonNull(kind, "kind");
  }

  /** Work that belongs on the task pool. */
  static Placement pool(TaskKind kind) {
    return new Placement(Place.POOL, Place.POOL, kind);
  }

  /** Work that runs on the event loop, because it is short, or to show what happens when not. */
  static Placement loop(TaskKind kind) {
    return new Placement(Place.LOOP, Place.LOOP, kind);
  }

  /** Where it runs unless a request says otherwise. */
  Place in(Mode mode) {
    return switch (mode) {
      case PROCESSES -> usual;
      case THREADS -> withThreads;
      case SINGLE -> Place.LOOP;
    };
  }
}
