/**
 * Measures pools: the task pools of the application and, through {@code inject}, the worker pools
 * of its Vert.x. It is in the runtime's jar only and not among the classes that an application
 * carries, so without a supervisor nothing is measured. Uses {@code pool}, {@code protocol} and
 * HdrHistogram; recorded to by many threads without locks, read by one.
 */
@NullMarked
package org.jvmcluster.runtime.pool.meter;

import org.jspecify.annotations.NullMarked;
