package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.process.ProcessReader;
import org.jvmcluster.supervisor.report.ProcessFigures;
import org.jvmcluster.supervisor.thread.ChoreThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads once a second what the operating system says of the supervisor and its workers, so that a
 * status answers from memory. On a thread of its own, {@code process-sampler}; the figures may be
 * asked for from any.
 */
final class ProcessSampler implements ProcessFigures.Source, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessSampler.class);

  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** Walking the page tables for PSS holds the process's memory lock: milliseconds, each time. */
  private static final Duration PSS_PERIOD = Duration.ofSeconds(10);

  private final ProcessReader proc = new ProcessReader();
  private final Supplier<Set<Long>> pids;
  private final NanoClock clock;
  private final Map<Long, Sample> samples = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor thread;

  private record Sample(
      long atNanos,
      Optional<Duration> cpuTime,
      long pssAtNanos,
      OptionalLong pssBytes,
      ProcessFigures figures) {}

  /**
   * @param pids of the processes to watch, asked for at every reading
   */
  ProcessSampler(Supplier<Set<Long>> pids, NanoClock clock) {
    this.pids = requireNonNull(pids, "pids");
    this.clock = requireNonNull(clock, "clock");
    this.thread = ChoreThread.scheduler("process-sampler");
  }

  void start() {
    // Fixed delay: after a stopped process there is nothing to catch up on.
    var unused =
        thread.scheduleWithFixedDelay(this::sampleAll, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public ProcessFigures of(long pid) {
    Sample sample = samples.get(pid);
    return sample == null ? ProcessFigures.UNKNOWN : sample.figures();
  }

  private void sampleAll() {
    try {
      Set<Long> current = pids.get();
      samples.keySet().retainAll(current);
      current.forEach(pid -> samples.put(pid, sample(pid, samples.get(pid))));
    } catch (RuntimeException e) {
      // Thrown on, it would end the readings for ever and in silence.
      LOG.warn("the figures of the processes could not be read", e);
    }
  }

  private Sample sample(long pid, @Nullable Sample before) {
    long now = clock.nanos();
    Optional<Duration> cpuTime = proc.cpuTime(pid);
    boolean pssIsFresh = before != null && now - before.pssAtNanos() < PSS_PERIOD.toNanos();
    OptionalLong pss =
        before != null && pssIsFresh ? before.pssBytes() : optional(proc.pssBytes(pid));
    long pssAt = before != null && pssIsFresh ? before.pssAtNanos() : now;
    ProcessFigures figures =
        new ProcessFigures(optional(proc.rssBytes(pid)), pss, cpuPercent(before, cpuTime, now));
    return new Sample(now, cpuTime, pssAt, pss, figures);
  }

  private static OptionalDouble cpuPercent(
      @Nullable Sample before, Optional<Duration> cpuTime, long now) {
    if (before == null || before.cpuTime().isEmpty() || cpuTime.isEmpty()) {
      return OptionalDouble.empty();
    }
    long used = cpuTime.get().minus(before.cpuTime().get()).toNanos();
    long passed = now - before.atNanos();
    return passed <= 0 ? OptionalDouble.empty() : OptionalDouble.of(100.0 * used / passed);
  }

  private static OptionalLong optional(Optional<Long> value) {
    return value.map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
