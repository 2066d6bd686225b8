package org.jvmcluster.runtime.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** What a look at one thread of a pool takes for a deadlock. */
class NestedWaitsTest {
  private final ReentrantLock lock = new ReentrantLock();
  private final NestedWaits waits = new NestedWaits(lock);

  @Test
  void isNoneWhileAThreadWaitsOnlyForTheLockOfItsPool() throws Exception {
    try (Held held = new Held(lock::lockInterruptibly)) {
      lock.lock();
      try {
        held.start(() -> lock.hasQueuedThread(held.thread));

        assertThat(found(held)).isFalse();
      } finally {
        lock.unlock();
      }
    }
  }

  @Test
  void isOneWhenTheThreadWaitsForAnythingElse() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (Held held = new Held(() -> end.await(60, TimeUnit.SECONDS))) {
      held.start(held.thread::isWaiting);

      assertThat(found(held)).isTrue();
    } finally {
      end.countDown();
    }
  }

  /** Whether two looks, as far apart as a proof takes, find a deadlock. */
  private boolean found(Held held) {
    boolean first = waits.look(List.of(held.thread), 1, 0);
    assertThat(first).as("a first look is no proof").isFalse();
    return waits.look(List.of(held.thread), 1, NestedWaits.PROOF_NANOS);
  }

  private interface Wait {
    void begin() throws InterruptedException;
  }

  /** A thread of a pool that waits within a task which has another in the queue. */
  private final class Held implements AutoCloseable {
    private final PoolThread thread;

    Held(Wait wait) {
      PoolTask outer = new IdleTask();
      thread =
          new PoolThread(pool(), "core-pool-1", null) {
            @Override
            public void run() {
              try {
                wait.begin();
              } catch (InterruptedException e) {
                // The test is over.
              }
            }
          };
      thread.task = outer;
      waits.queued(outer, new IdleTask());
    }

    void start(Callable<Boolean> waiting) {
      thread.start();
      await().until(waiting);
    }

    @Override
    public void close() {
      thread.interrupt();
    }
  }

  private static CorePool pool() {
    IntFunction<String> names = n -> "core-pool-" + n;
    PoolShape shape = new PoolShape("core", names, List.of("app"), 1, 1, 1, 0, 0);
    return new CorePool(shape, () -> 0, line -> {}, () -> {});
  }

  private static final class IdleTask extends PoolTask {
    IdleTask() {
      super(0, false, 0);
    }

    @Override
    protected boolean work() {
      return true;
    }

    @Override
    protected void deliver() {}

    @Override
    protected boolean handsOver() {
      return true;
    }

    @Override
    protected void refused(Refusal reason) {}

    @Override
    protected void expired(long waitedNanos) {}

    @Override
    protected boolean isAbandoned() {
      return false;
    }
  }
}
