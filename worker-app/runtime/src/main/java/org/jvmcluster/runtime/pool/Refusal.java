package org.jvmcluster.runtime.pool;

/** Why a task was not taken, so that it never ran. */
public enum Refusal {
  /** As many tasks wait as may. */
  FULL,
  /** The pool is closed. */
  CLOSED,
  /** The oldest waiting task has waited longer than is worth waiting for. */
  OVERLOAD
}
