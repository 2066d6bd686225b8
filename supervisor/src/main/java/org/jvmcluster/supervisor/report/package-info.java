/**
 * From readings to figures: histograms of workers added over named windows, the status document and
 * its table, the event log. Percentiles are read off merged histograms, never averaged. Uses {@code
 * fleet}, {@code runtime.protocol} and {@code runtime.time}. Public types are safe for any thread.
 */
@NullMarked
package org.jvmcluster.supervisor.report;

import org.jspecify.annotations.NullMarked;
