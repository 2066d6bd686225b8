package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that ask until they are told to end, and count everything that is no whole answer of the
 * expected status. Each is a thread; safe for any thread.
 */
final class Load implements AutoCloseable {
  /** Longer than any answer here, a drain and a boot on a busy machine included. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  /** A test that forgets to end its clients must not fill the machine. */
  private static final int MAX_REQUESTS = 200_000;

  private final Plan plan;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicInteger requests = new AtomicInteger();
  private final Map<String, Integer> failures = new TreeMap<>();
  private final List<Thread> clients = new ArrayList<>();

  /**
   * What the clients do.
   *
   * @param keepAlive whether a connection serves more than one request
   * @param pause between an answer and the next request of the same client
   */
  record Plan(
      int port,
      int clients,
      boolean keepAlive,
      String method,
      String path,
      int expectedStatus,
      Duration pause) {
    static Plan fresh(int port, int clients) {
      return new Plan(port, clients, false, "GET", "/fast", 200, Duration.ofMillis(4));
    }

    static Plan keepAlive(int port, int clients) {
      return new Plan(port, clients, true, "GET", "/fast", 200, Duration.ofMillis(4));
    }

    /** The service answers GET only; a refusal that arrives whole is as good an answer. */
    Plan posting() {
      return new Plan(port, clients, keepAlive, "POST", path, 405, pause);
    }

    Plan to(String otherPath) {
      return new Plan(port, clients, keepAlive, method, otherPath, expectedStatus, pause);
    }

    Plan every(Duration otherPause) {
      return new Plan(port, clients, keepAlive, method, path, expectedStatus, otherPause);
    }
  }

  private Load(Plan plan) {
    this.plan = plan;
  }

  /** Starts the clients and waits until each has had an answer. */
  static Load start(Plan plan) {
    Load load = new Load(plan);
    for (int i = 0; i < plan.clients(); i++) {
      Thread client = new Thread(load::run, "client-" + i);
      client.setDaemon(true);
      load.clients.add(client);
      client.start();
    }
    load.awaitMore(plan.clients());
    return load;
  }

  private void run() {
    HttpExchange exchange = null;
    try {
      while (!ended.get() && requests.get() < MAX_REQUESTS) {
        try {
          if (exchange == null) {
            exchange = new HttpExchange(plan.port(), ANSWER_LIMIT);
          }
          HttpExchange.Answer answer = exchange.ask(plan.method(), plan.path());
          if (answer.status() != plan.expectedStatus()) {
            fail("status " + answer.status());
          }
          if (!plan.keepAlive() || answer.closes()) {
            exchange.close();
            exchange = null;
          }
        } catch (IOException e) {
          fail(kind(e));
          closeQuietly(exchange);
          exchange = null;
        }
        requests.incrementAndGet();
        LockSupport.parkNanos(plan.pause().toNanos());
      }
    } finally {
      closeQuietly(exchange);
    }
  }

  private static void closeQuietly(HttpExchange exchange) {
    try {
      if (exchange != null) {
        exchange.close();
      }
    } catch (IOException e) {
      // Nothing depends on it any more.
    }
  }

  private static String kind(IOException e) {
    if (e instanceof SocketTimeoutException) {
      return "timeout";
    }
    return (e instanceof ConnectException ? "connect: " : "") + e.getMessage();
  }

  private synchronized void fail(String kind) {
    failures.merge(kind, 1, Integer::sum);
  }

  int requests() {
    return requests.get();
  }

  /** Waits until so many more requests have ended, however they ended. */
  void awaitMore(int more) {
    int wanted = requests.get() + more;
    Patience.await(wanted + " requests", () -> requests.get() >= wanted);
  }

  /** What went wrong so far, counted by kind. */
  synchronized Map<String, Integer> failures() {
    return new TreeMap<>(failures);
  }

  synchronized int failed() {
    return failures.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Ends the clients; each had at least a few answers, and none failed. */
  void assertNothingLost() {
    close();
    assertThat(failures()).as("failures of %d requests", requests()).isEmpty();
    assertThat(requests()).as("requests").isGreaterThan(plan.clients());
  }

  @Override
  public void close() {
    ended.set(true);
    for (Thread client : clients) {
      LockSupport.unpark(client);
      try {
        client.join(ANSWER_LIMIT.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
