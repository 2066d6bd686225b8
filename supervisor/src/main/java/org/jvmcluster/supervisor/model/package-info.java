/**
 * What can be computed and was not measured: a law of scaling fitted to measured points, and a
 * simulation of how requests wait for workers. Pure: no clock, no file, no thread; the same input
 * and seed give the same result. Uses HdrHistogram, Hipparchus and {@code LatencyDistribution}.
 */
@NullMarked
package org.jvmcluster.supervisor.model;

import org.jspecify.annotations.NullMarked;
