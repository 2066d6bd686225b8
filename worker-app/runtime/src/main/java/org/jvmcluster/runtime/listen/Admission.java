package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;

/**
 * Which requests this worker refuses at present, and how many it has refused. The rule is set by
 * one thread that watches the loops and is no loop itself; each loop only reads it, one volatile
 * field a request.
 *
 * <p>Safe from any thread.
 */
public final class Admission implements ReadingSource {
  /**
   * Where a line has stood for long, one in so many parts of the allowed wait must do: it delays
   * everybody and helps nobody.
   */
  public static final int STANDING_SHARE = 4;

  private final Optional<Duration> shedAfter;
  private final Map<ShedReason, AtomicLong> refused = new EnumMap<>(ShedReason.class);
  private volatile boolean suspended;
  private volatile List<String> probes = List.of();
  private volatile @Nullable Rule rule;

  /**
   * Which requests are refused while a worker is overloaded.
   *
   * @param reason of the refusals by age
   * @param oldestNanos a request that has waited in the kernel for so long is refused
   * @param mostInFlight with so many requests in flight in this worker every request is refused
   */
  public record Rule(ShedReason reason, long oldestNanos, int mostInFlight) {
    public Rule {
      requireNonNull(reason, "reason");
      if (oldestNanos < 1 || mostInFlight < 1) {
        throw new IllegalArgumentException(
            "a rule refuses by an age and a number above 0, not by "
                + oldestNanos
                + " ns and "
                + mostInFlight);
      }
    }
  }

  /**
   * An admission that refuses nothing yet.
   *
   * @param shedAfter how long a connection may wait for a loop with room, longer than zero; empty:
   *     nothing is ever refused
   */
  public Admission(Optional<Duration> shedAfter) {
    this.shedAfter = requireNonNull(shedAfter, "shedAfter");
    for (ShedReason reason : ShedReason.values()) {
      refused.put(reason, new AtomicLong());
    }
  }

  /** How long a connection may wait for room before it is refused; empty for ever. */
  public Optional<Duration> shedAfter() {
    return shedAfter;
  }

  /**
   * Paths that are never refused, because the answer decides over the worker's life.
   *
   * @param prefixes each with a leading slash
   */
  public void exempt(List<String> prefixes) {
    probes = List.copyOf(prefixes);
  }

  /** Refuses by this rule from now on; null refuses nothing. */
  public void enforce(@Nullable Rule newRule) {
    rule = shedAfter.isPresent() ? newRule : null;
  }

  /**
   * Refuses no connection for want of room meanwhile: the loops are busy with the worker itself,
   * not with clients.
   */
  void suspend(boolean now) {
    suspended = now;
  }

  boolean isSuspended() {
    return suspended;
  }

  /** The rule in force; null when requests are not looked at. */
  @Nullable Rule rule() {
    return rule;
  }

  boolean isExempt(String uri) {
    for (String prefix : probes) {
      if (uri.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private AtomicLong counter(ShedReason reason) {
    return requireNonNull(refused.get(reason), "every reason has one");
  }

  void count(ShedReason reason) {
    counter(reason).incrementAndGet();
  }

  /** Requests and connections refused for that reason since the start. */
  public long refused(ShedReason reason) {
    return counter(reason).get();
  }

  @Override
  public List<Reading> takeReadings() {
    List<Reading> readings = new ArrayList<>();
    readings.add(Reading.Gauge.of(ReadingNames.SHED_ACTIVE, rule == null ? 0 : 1));
    for (ShedReason reason : ShedReason.values()) {
      readings.add(
          new Reading.Counter(
              ReadingNames.SHED, Map.of("reason", reason.wireName()), refused(reason)));
    }
    return readings;
  }
}
