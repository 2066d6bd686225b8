/**
 * One scrape for the supervisor and all its workers, as Prometheus text or OpenMetrics. Made from
 * what is in memory: no worker is asked. Uses {@code report}, {@code fleet} and Micrometer, whose
 * classes are loaded with the first scrape. Public types are safe for any thread.
 */
@NullMarked
package org.jvmcluster.supervisor.metrics;

import org.jspecify.annotations.NullMarked;
