package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Work that holds its thread until the test lets it go; returns the name of its thread. */
final class HeldTask implements Callable<String> {
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  @Override
  public String call() throws InterruptedException {
    begun.countDown();
    assertThat(released.await(60, TimeUnit.SECONDS)).as("released by the test").isTrue();
    return Thread.currentThread().getName();
  }

  HeldTask awaitBegin() throws InterruptedException {
    assertThat(begun.await(60, TimeUnit.SECONDS)).as("the task should have begun").isTrue();
    return this;
  }

  boolean hasBegun() {
    return begun.getCount() == 0;
  }

  void release() {
    released.countDown();
  }
}
