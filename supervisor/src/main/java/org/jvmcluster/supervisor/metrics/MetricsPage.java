package org.jvmcluster.supervisor.metrics;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers scrapes. The registry and everything behind it is made with the first: it costs a third
 * of a second, which a supervisor that nobody scrapes need not spend at its start.
 *
 * <p>Safe for any thread. A scrape computes for some milliseconds, the first for longer, so it is
 * not for event loops; it waits for nobody.
 */
public final class MetricsPage {
  private final Supplier<FleetSample> fleet;
  private @Nullable SupervisorMeters meters;

  /**
   * One answer.
   *
   * @param contentType that says which format it is in
   * @param body to be sent in UTF-8
   */
  public record Scrape(String contentType, String body) {
    public Scrape {
      requireNonNull(contentType, "contentType");
      requireNonNull(body, "body");
    }
  }

  /**
   * A page about one supervisor.
   *
   * @param fleet asked once a scrape, so that all series of a scrape are of one moment
   */
  public MetricsPage(Supplier<FleetSample> fleet) {
    this.fleet = requireNonNull(fleet, "fleet");
  }

  /**
   * All series as of now.
   *
   * @param accept the value of the header {@code Accept}: OpenMetrics for those that name it,
   *     Prometheus text for all others
   */
  public Scrape scrape(@Nullable String accept) {
    boolean wantsOpenMetrics =
        accept != null && accept.toLowerCase(Locale.ROOT).contains("application/openmetrics-text");
    return meters().scrape(wantsOpenMetrics);
  }

  private synchronized SupervisorMeters meters() {
    SupervisorMeters made = meters;
    if (made == null) {
      made = new SupervisorMeters(fleet);
      meters = made;
    }
    return made;
  }
}
