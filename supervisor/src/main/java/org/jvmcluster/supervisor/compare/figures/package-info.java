/**
 * What follows from a comparison: percentiles of added histograms, ratios with their intervals, how
 * noise is treated, and what to choose for a goal. Pure: the same comparison gives the same
 * figures. Uses the values of {@code compare.result} and {@code load}, the law of {@code model},
 * and Student's distribution of Hipparchus. Everything is immutable.
 */
@NullMarked
package org.jvmcluster.supervisor.compare.figures;

import org.jspecify.annotations.NullMarked;
