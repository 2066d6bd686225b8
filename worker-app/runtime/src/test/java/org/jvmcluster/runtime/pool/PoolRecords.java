package org.jvmcluster.runtime.pool;

import java.util.ArrayList;
import java.util.List;

/** Keeps every figure that pools tell, in the order in which they tell it. */
final class PoolRecords implements PoolWatch, PoolObserver {
  private final List<Long> waits = new ArrayList<>();
  private final List<Long> totals = new ArrayList<>();
  private long rejected;
  private long expired;

  @Override
  public void opened(CorePool pool) {
    pool.observe(this);
  }

  @Override
  public void closed(CorePool pool) {}

  @Override
  public synchronized void finished(int kind, long waitNanos, long runNanos, boolean failed) {
    waits.add(waitNanos);
    totals.add(waitNanos + runNanos);
  }

  @Override
  public synchronized void rejected(int kind, Refusal reason) {
    rejected++;
  }

  @Override
  public synchronized void expired(int kind, long waitNanos) {
    expired++;
  }

  synchronized List<Long> waits() {
    return List.copyOf(waits);
  }

  synchronized List<Long> totals() {
    return List.copyOf(totals);
  }

  synchronized long rejected() {
    return rejected;
  }

  synchronized long expired() {
    return expired;
  }

  synchronized void clear() {
    waits.clear();
    totals.clear();
    rejected = 0;
    expired = 0;
  }
}
