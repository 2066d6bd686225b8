package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a task leaves behind must not reach the next one on its thread. */
class TaskTracesTest {
  private static final ThreadLocal<String> REQUEST = new ThreadLocal<>();
  private static final InheritableThreadLocal<String> TENANT = new InheritableThreadLocal<>();

  private final TestPools pools = new TestPools();

  @AfterEach
  void close() {
    REQUEST.remove();
    TENANT.remove();
    pools.close();
  }

  @Test
  void anInterruptDoesNotReachTheNextTask() throws Exception {
    TaskPool pool = pools.open(1);
    // Both are queued before the first begins: nothing but the pool stands between them.
    List<Future<Boolean>> tasks =
        inARow(
            pool,
            () -> {
              Thread.currentThread().interrupt();
              return true;
            },
            () -> Thread.currentThread().isInterrupted());

    assertThat(TestPools.await(tasks.get(1))).isFalse();
  }

  @Test
  void anInterruptByWhoeverIsToldOfTheOutcomeDoesNotReachTheNextTask() throws Exception {
    TaskPool pool = pools.open(1);
    HeldTask first = pools.held();
    Future<String> unused =
        pool.submit(TaskKind.APP, first).onSuccess(done -> Thread.currentThread().interrupt());
    Future<Boolean> next = pool.submit(TaskKind.APP, () -> Thread.currentThread().isInterrupted());

    first.release();

    assertThat(TestPools.await(next)).isFalse();
  }

  @Test
  void aContextClassLoaderAndANameDoNotReachTheNextTask() throws Exception {
    TaskPool pool = pools.open(1);
    ClassLoader own = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader plugin = new URLClassLoader(new URL[0])) {
      List<Future<List<Object>>> tasks =
          inARow(
              pool,
              () -> {
                Thread.currentThread().setContextClassLoader(plugin);
                Thread.currentThread().setName("request 4711");
                return List.of();
              },
              () ->
                  List.of(
                      Thread.currentThread().getContextClassLoader(),
                      Thread.currentThread().getName()));

      assertThat(TestPools.await(tasks.get(1))).containsExactly(own, "core-pool-1");
    }
  }

  @Test
  void aThreadInheritsNoThreadLocalsOfWhoeverSubmittedTheFirstTask() throws Exception {
    TENANT.set("first client");

    String inherited = TestPools.await(pools.open(1).submit(TaskKind.APP, TaskTracesTest::tenant));

    assertThat(inherited).isEqualTo("none");
  }

  @Test
  void aHookClearsThreadLocalsThatTasksLeaveAlsoWhenTheyFail() throws Exception {
    TaskPool pool = pools.open(1);
    pool.onTaskEnd(REQUEST::remove);
    Future<String> fails =
        pool.submit(
            TaskKind.APP,
            () -> {
              REQUEST.set("A");
              throw new IllegalStateException("A failed");
            });
    assertThatThrownBy(() -> TestPools.await(fails)).hasMessage("A failed");

    List<Future<String>> following = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      following.add(pool.submit(TaskKind.APP, TaskTracesTest::request));
    }

    for (Future<String> task : following) {
      assertThat(TestPools.await(task)).isEqualTo("none");
    }
  }

  @Test
  void keepsNothingOfTenThousandTasksHoweverTheyEnded() throws Exception {
    int tasks = 10_000;
    TaskPool pool = pools.open(2);
    pool.onTaskEnd(REQUEST::remove);
    List<WeakReference<Object>> inputs = new ArrayList<>();
    int failed = 0;
    for (int i = 0; i < tasks; i++) {
      failed += runAndForget(pool, i, inputs) ? 0 : 1;
    }
    assertThat(failed).isEqualTo(tasks / 2);

    await()
        .until(
            () -> {
              System.gc();
              return inputs.stream().allMatch(input -> input.get() == null);
            });
  }

  /** Runs one, every other of which fails; whether it did not. */
  private static boolean runAndForget(TaskPool pool, int number, List<WeakReference<Object>> inputs)
      throws Exception {
    byte[] input = new byte[1_000];
    inputs.add(new WeakReference<>(input));
    Future<Integer> task =
        pool.submit(
            TaskKind.APP,
            () -> {
              REQUEST.set(new String(input, StandardCharsets.ISO_8859_1));
              if (number % 2 == 1) {
                throw new IllegalStateException("odd: " + input.length);
              }
              return input.length;
            });
    try {
      return TestPools.await(task) == input.length;
    } catch (IllegalStateException odd) {
      return false;
    }
  }

  private static String request() {
    String id = REQUEST.get();
    return id == null ? "none" : id;
  }

  private static String tenant() {
    String name = TENANT.get();
    return name == null ? "none" : name;
  }

  private <T> List<Future<T>> inARow(TaskPool pool, Callable<T> first, Callable<T> second)
      throws InterruptedException {
    HeldTask before = pools.occupy(pool, TaskKind.APP);
    List<Future<T>> both =
        List.of(pool.submit(TaskKind.APP, first), pool.submit(TaskKind.APP, second));
    before.release();
    return both;
  }
}
