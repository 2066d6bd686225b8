package org.jvmcluster.supervisor.metrics;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jvmcluster.supervisor.metrics.MetricsPage.Scrape;

/**
 * The registry: meters of the supervisor's own JVM, under the names that Micrometer gives them
 * everywhere, and the workers' series, which come and go with the workers.
 */
final class SupervisorMeters {
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String OPEN_METRICS =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  SupervisorMeters(Supplier<FleetSample> fleet) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    // Micrometer's own listens to collections and so begins with the first scrape.
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      FunctionTimer.builder(
              "jvm.gc.collection",
              collector,
              GarbageCollectorMXBean::getCollectionCount,
              GarbageCollectorMXBean::getCollectionTime,
              TimeUnit.MILLISECONDS)
          .description("Garbage collections of the supervisor.")
          .tag("gc", collector.getName())
          .register(registry);
    }
    registry.getPrometheusRegistry().register(new WorkerCollector(fleet));
  }

  Scrape scrape(boolean wantsOpenMetrics) {
    String contentType = wantsOpenMetrics ? OPEN_METRICS : TEXT;
    return new Scrape(contentType, registry.scrape(contentType));
  }
}
