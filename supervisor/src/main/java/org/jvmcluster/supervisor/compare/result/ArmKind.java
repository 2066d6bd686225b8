package org.jvmcluster.supervisor.compare.result;

/** How an arm serves. */
public enum ArmKind {
  /** One JVM, one event loop, all work on it. */
  SINGLE,
  /** One JVM, one event loop, and a pool of threads that compute. */
  THREADS,
  /** Many JVMs that share a port. */
  PROCESSES,
  /** Node's cluster module with the same handlers. */
  NODE,
  /** A service that somebody else runs, or that a command of the user starts. */
  SERVICE
}
