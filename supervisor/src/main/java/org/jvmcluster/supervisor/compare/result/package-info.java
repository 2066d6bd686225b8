/**
 * What a comparison has measured: values only, as they were seen, without any conclusion. Uses the
 * values of {@code load}. Immutable.
 */
@NullMarked
package org.jvmcluster.supervisor.compare.result;

import org.jspecify.annotations.NullMarked;
