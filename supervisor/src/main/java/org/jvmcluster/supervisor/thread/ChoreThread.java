package org.jvmcluster.supervisor.thread;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Makes threads for chores. All are daemons: none of them, whatever it waits for, keeps the
 * supervisor from ending.
 */
public final class ChoreThread {
  private ChoreThread() {}

  /**
   * One thread that does tasks in the order in which they come, started by the first.
   *
   * @param name of the thread
   * @param mostWaiting tasks beside the one that is done; a further one is rejected
   */
  public static ThreadPoolExecutor queue(String name, int mostWaiting) {
    return new ThreadPoolExecutor(
        1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(mostWaiting), named(name));
  }

  /** One thread that does tasks when they are due. */
  public static ScheduledThreadPoolExecutor scheduler(String name) {
    return new ScheduledThreadPoolExecutor(1, named(name));
  }

  /** Starts a thread for one task. */
  public static Thread start(String name, Runnable task) {
    Thread thread = named(name).newThread(task);
    thread.start();
    return thread;
  }

  private static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
