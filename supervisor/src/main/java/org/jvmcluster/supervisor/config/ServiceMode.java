package org.jvmcluster.supervisor.config;

/** How a service uses the cores: with how many processes, and on which threads of them. */
public enum ServiceMode {
  /** One JVM a worker, each with its event loops; the workers share the port. */
  PROCESSES,
  /** One JVM with one event loop, and compute threads for what takes CPU. */
  THREADS,
  /** One JVM with one event loop, on which everything runs that does not say otherwise. */
  SINGLE
}
