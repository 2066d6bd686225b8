package org.jvmcluster.runtime.loop;

import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.time.NanoClock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the meters cost an event loop, in nanoseconds. Run by {@code scripts/bench-meters-cost.sh}.
 * The loop is the benchmark's thread, as it is the meters' only writer in a worker.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class MetersCostBenchmark {
  private TurnMeter turns;
  private LoopMeter requests;

  /** A loop that has begun. */
  @Setup(Level.Iteration)
  public void begin() {
    turns = new TurnMeter(NanoClock.SYSTEM);
    requests = new LoopMeter(0);
    turns.begin();
  }

  /** One reading of the clock, of which the others are mostly made. */
  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  /** A poll that waits: what one turn of an unhurried loop costs. */
  @Benchmark
  public void poll() {
    turns.waits();
    turns.polled();
  }

  /** A request, without the poll that found it: what it costs where one turn has many. */
  @Benchmark
  public void request() {
    record();
  }

  /** A request in a turn of its own: the most that one can cost. */
  @Benchmark
  public void pollAndRequest() {
    turns.waits();
    turns.polled();
    record();
  }

  /** As {@code RequestInFlight} and {@code FrontConnection} do. */
  private void record() {
    long began = turns.requestBegins();
    long age = turns.isLate(began) ? 1_000_000 : 0;
    long ended = System.nanoTime();
    requests.answered(ended - began, age);
  }
}
