package org.jvmcluster.supervisor.report;

import static org.jvmcluster.runtime.protocol.ReadingNames.SHED;
import static org.jvmcluster.runtime.protocol.ReadingNames.SHED_ACTIVE;

import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Requests that were refused with 503 in one window before they reached the application.
 *
 * @param active whether any worker refuses now, as of the last report; empty when none says
 * @param count for any reason; empty when nothing is known of it
 * @param byReason the same by reason
 */
public record ShedFigures(
    Optional<Boolean> active, OptionalLong count, SortedMap<String, Long> byReason) {
  public ShedFigures {
    byReason = Collections.unmodifiableSortedMap(new TreeMap<>(byReason));
  }

  static ShedFigures of(WindowView view) {
    Map<String, Long> byReason = view.growthBy(SHED, "reason");
    return new ShedFigures(
        view.gauges(SHED_ACTIVE).mapToObj(value -> value > 0).reduce(Boolean::logicalOr),
        view.growth(SHED),
        new TreeMap<>(byReason));
  }

  /** The object called {@code shed}. */
  JsonObject toJson() {
    JsonObject reasons = new JsonObject();
    byReason.forEach(reasons::put);
    return new JsonObject()
        .put("count", JsonFigures.orNull(count))
        .put("active", active.orElse(null))
        .put("reasons", reasons);
  }
}
