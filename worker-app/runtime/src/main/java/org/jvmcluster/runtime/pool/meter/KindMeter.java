package org.jvmcluster.runtime.pool.meter;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jvmcluster.runtime.pool.Refusal;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

/** What became of the tasks of one kind. Recorded to by many threads, read by one. */
final class KindMeter {
  private static final String KIND = "kind";

  private final String kind;
  private final UnaryOperator<String> names;
  private final DurationSeries wait;
  private final DurationSeries run;
  private final DurationSeries total;
  private final List<LongAdder> rejected =
      Stream.of(Refusal.values()).map(reason -> new LongAdder()).toList();
  private final LongAdder expired = new LongAdder();
  private final LongAdder failed = new LongAdder();

  /**
   * @param names makes the name of a reading of this pool from that of the core pool
   */
  KindMeter(String kind, UnaryOperator<String> names) {
    this.kind = kind;
    this.names = names;
    Map<String, String> labels = Map.of(KIND, kind);
    wait = new DurationSeries(names.apply(ReadingNames.POOL_WAIT_NANOS), labels);
    run = new DurationSeries(names.apply(ReadingNames.POOL_RUN_NANOS), labels);
    total = new DurationSeries(names.apply(ReadingNames.POOL_TOTAL_NANOS), labels);
  }

  void finished(long waitNanos, long runNanos, boolean hasFailed) {
    wait.record(waitNanos);
    run.record(runNanos);
    total.record(waitNanos + runNanos);
    if (hasFailed) {
      failed.increment();
    }
  }

  @SuppressWarnings("EnumOrdinal") // The list is made of values() in this class.
  void rejected(Refusal reason) {
    rejected.get(reason.ordinal()).increment();
  }

  void expired() {
    expired.increment();
  }

  @SuppressWarnings("EnumOrdinal") // The list is made of values() in this class.
  void addTo(List<? super Reading> readings) {
    wait.addTo(readings);
    run.addTo(readings);
    total.addTo(readings);
    for (Refusal reason : Refusal.values()) {
      readings.add(
          new Reading.Counter(
              names.apply(ReadingNames.POOL_REJECTED),
              Map.of(KIND, kind, "reason", reason.name().toLowerCase(Locale.ROOT)),
              rejected.get(reason.ordinal()).sum()));
    }
    readings.add(counter(ReadingNames.POOL_EXPIRED, expired));
    readings.add(counter(ReadingNames.POOL_FAILED, failed));
  }

  private Reading counter(String name, LongAdder adder) {
    return new Reading.Counter(names.apply(name), Map.of(KIND, kind), adder.sum());
  }
}
