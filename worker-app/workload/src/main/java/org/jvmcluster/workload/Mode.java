package org.jvmcluster.workload;

/** How a service uses more than one core, if it does. */
enum Mode {
  /** This process is one of several; the others are why it may compute on its event loop. */
  PROCESSES,

  /** One process, one event loop, and threads that compute. */
  THREADS,

  /** One process, one event loop, which does everything that a request does not send elsewhere. */
  SINGLE
}
