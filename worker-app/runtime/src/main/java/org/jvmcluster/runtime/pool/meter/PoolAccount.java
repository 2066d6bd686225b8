package org.jvmcluster.runtime.pool.meter;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.pool.CorePool;
import org.jvmcluster.runtime.pool.PoolObserver;
import org.jvmcluster.runtime.pool.PoolState;
import org.jvmcluster.runtime.pool.Refusal;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

/**
 * All pools of one name: their tasks are counted together, their threads and queues added. A kind
 * has histograms, a megabyte of them, only from its first task on.
 */
final class PoolAccount implements PoolObserver {
  private final List<String> kinds;
  private final UnaryOperator<String> names;
  private final AtomicReferenceArray<@Nullable KindMeter> meters;
  private final CopyOnWriteArrayList<CorePool> open = new CopyOnWriteArrayList<>();

  PoolAccount(List<String> kinds, UnaryOperator<String> names) {
    this.kinds = kinds;
    this.names = names;
    this.meters = new AtomicReferenceArray<>(kinds.size());
  }

  void opened(CorePool pool) {
    if (open.addIfAbsent(pool)) {
      pool.observe(this);
    }
  }

  void closed(CorePool pool) {
    open.remove(pool);
  }

  @Override
  public void finished(int kind, long waitNanos, long runNanos, boolean failed) {
    meter(kind).finished(waitNanos, runNanos, failed);
  }

  @Override
  public void rejected(int kind, Refusal reason) {
    meter(kind).rejected(reason);
  }

  @Override
  public void expired(int kind, long waitNanos) {
    meter(kind).expired();
  }

  void addTo(List<? super Reading> readings) {
    List<PoolState> states = open.stream().map(CorePool::state).toList();
    if (!states.isEmpty()) {
      readings.add(sum(ReadingNames.POOL_SIZE, states, PoolState::size));
      readings.add(sum(ReadingNames.POOL_THREADS, states, PoolState::threads));
      readings.add(sum(ReadingNames.POOL_BUSY, states, PoolState::busy));
      readings.add(sum(ReadingNames.POOL_QUEUED, states, PoolState::queued));
      readings.add(most(ReadingNames.POOL_OLDEST_WAIT_NANOS, states, PoolState::oldestWaitNanos));
      readings.add(most(ReadingNames.POOL_OLDEST_RUN_NANOS, states, PoolState::oldestRunNanos));
      readings.add(most(ReadingNames.POOL_DEADLOCKED, states, pool -> pool.deadlocked() ? 1 : 0));
    }
    for (int kind = 0; kind < meters.length(); kind++) {
      KindMeter meter = meters.get(kind);
      if (meter != null) {
        meter.addTo(readings);
      }
    }
  }

  private KindMeter meter(int kind) {
    KindMeter meter = meters.get(kind);
    if (meter != null) {
      return meter;
    }
    KindMeter made = new KindMeter(kinds.get(kind), names);
    KindMeter before = meters.compareAndExchange(kind, null, made);
    return before == null ? made : before;
  }

  private Reading sum(String name, List<PoolState> states, ToDoubleFunction<PoolState> figure) {
    return Reading.Gauge.of(names.apply(name), states.stream().mapToDouble(figure).sum());
  }

  private Reading most(String name, List<PoolState> states, ToDoubleFunction<PoolState> figure) {
    return Reading.Gauge.of(names.apply(name), states.stream().mapToDouble(figure).max().orElse(0));
  }
}
