package org.jvmcluster.runtime.inject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A closed loop of clients, each request on a fresh connection or each client on one. */
final class Load {
  private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch begin = new CountDownLatch(1);
  private final AtomicInteger left;
  private long beganNanos;

  private Load(int requests) {
    left = new AtomicInteger(requests);
  }

  /** Starts clients that send so many requests altogether. */
  static Load start(int port, String path, int clients, int requests, boolean fresh) {
    Load load = new Load(requests);
    for (int i = 0; i < clients; i++) {
      Thread thread = new Thread(() -> load.run(port, path, fresh), "client-" + i);
      thread.setDaemon(true);
      load.threads.add(thread);
      thread.start();
    }
    load.beganNanos = System.nanoTime();
    load.begin.countDown();
    return load;
  }

  private void run(int port, String path, boolean fresh) {
    try {
      begin.await();
      RawClient client = null;
      while (left.getAndDecrement() > 0) {
        try {
          if (client == null) {
            client = new RawClient(port);
          }
          RawClient.Answer answer = client.get(path);
          bodies.add(answer.body());
          if (answer.status() != 200) {
            failures.add("status " + answer.status());
          }
          if (fresh || answer.closes()) {
            client.close();
            client = null;
          }
        } catch (IOException e) {
          failures.add(e.toString());
          client = null;
        }
      }
      if (client != null) {
        client.close();
      }
    } catch (InterruptedException | IOException e) {
      failures.add(e.toString());
    }
  }

  /** Waits for the end; returns the whole time in nanoseconds. */
  long await() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(60_000);
      if (thread.isAlive()) {
        throw new AssertionError(thread.getName() + " hangs; " + failures);
      }
    }
    return System.nanoTime() - beganNanos;
  }

  /** Lets no more requests begin, and waits for those that have. */
  void stop() throws InterruptedException {
    left.set(0);
    await();
  }

  int answers() {
    return bodies.size();
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Answers of each worker. */
  Map<String, Integer> byWorker() {
    Map<String, Integer> counts = new TreeMap<>();
    bodies.forEach(body -> counts.merge(body.split(" ")[0], 1, Integer::sum));
    return counts;
  }
}
