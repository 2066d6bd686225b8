package org.jvmcluster.runtime.worker;

/**
 * Starts the runtime's threads. All are daemons: an application whose own threads have ended ends
 * its JVM, as it would without us.
 */
final class Daemons {
  private Daemons() {}

  static Thread start(String name, Runnable task) {
    Thread thread = new Thread(null, task, name, 0, false);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
