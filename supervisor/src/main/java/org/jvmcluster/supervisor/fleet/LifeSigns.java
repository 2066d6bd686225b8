package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a worker's reports have said of its event loops, and what follows from it.
 *
 * <p>A worker is <em>blocked</em> for as long as the one of its loops that was last in its poller:
 * one that still turns still answers. A blocked worker <em>hangs</em> when that has lasted for the
 * limit, and no loop of it is merely starved.
 *
 * <p>A loop is <em>starved</em> of CPU when, over the blocked span,
 *
 * <ul>
 *   <li>it wanted to run for more than half of the span: {@code cpu + runQueue > span / 2}; one
 *       that wants less waits for something else, and no core would help it;
 *   <li>of that it waited for a core longer than it had one: {@code runQueue > cpu};
 *   <li>and it has not yet had the limit's worth of CPU: what is not done after that much never
 *       will be.
 * </ul>
 *
 * <p>Example, limit 60 s, five threads that want all of two cores: in 60 s a loop gets 24 s of CPU
 * and waits 36 s, so it is starved; if it never ends, it hangs after 150 s, when it has had its 60.
 * A loop in a lock has neither CPU nor a wait for it and hangs after 60 s. The figures of a span
 * are counted from the last report before it, so up to an interval of reports before its begin.
 */
final class LifeSigns {
  private final Map<String, Span> spans = new HashMap<>();
  private OptionalLong connections = OptionalLong.empty();

  /**
   * A loop since it was last seen in its poller.
   *
   * @param sinceNanos when it left it, on the fleet's clock
   * @param before its figures in the last report before that
   * @param latest its figures now
   * @param atNanos when the latest came
   */
  private record Span(
      long sinceNanos, Pulse.LoopPulse before, Pulse.LoopPulse latest, long atNanos) {

    static Span of(@Nullable Span previous, Pulse.LoopPulse latest, Moment now) {
      long since = now.nanos() - latest.busyForNanos();
      if (previous == null) {
        return new Span(since, latest, latest, now.nanos());
      }
      // It was in its poller since the previous report: another span.
      boolean isNew = since - previous.atNanos() > 0;
      return isNew
          ? new Span(since, previous.latest(), latest, now.nanos())
          : new Span(previous.sinceNanos(), previous.before(), latest, now.nanos());
    }

    boolean isStarved(Duration blockedFor, Duration limit) {
      long cpu = latest.cpuNanos() - before.cpuNanos();
      long waited = latest.runQueueNanos() - before.runQueueNanos();
      return cpu + waited > blockedFor.toNanos() / 2 && waited > cpu && cpu < limit.toNanos();
    }
  }

  /** A report came. */
  void hear(Pulse pulse, Moment now) {
    connections = pulse.connections();
    Map<String, Span> next = new HashMap<>();
    for (Pulse.LoopPulse loop : pulse.loops()) {
      next.put(loop.loop(), Span.of(spans.get(loop.loop()), loop, now));
    }
    spans.clear();
    spans.putAll(next);
  }

  /** Open connections, as the latest report has it. */
  OptionalLong connections() {
    return connections;
  }

  /** For how long no loop has been in its poller, by the latest report; empty without figures. */
  Optional<Duration> blockedFor() {
    return longestTurns().stream().min(Duration::compareTo);
  }

  private Collection<Duration> longestTurns() {
    return spans.values().stream()
        .map(span -> Duration.ofNanos(span.latest().busyForNanos()))
        .toList();
  }

  /**
   * Whether a loop of a worker that has been blocked for {@code blockedFor} is starved of CPU.
   *
   * @param limit of a hang
   */
  boolean isStarved(Duration blockedFor, Duration limit) {
    return spans.values().stream().anyMatch(span -> span.isStarved(blockedFor, limit));
  }
}
