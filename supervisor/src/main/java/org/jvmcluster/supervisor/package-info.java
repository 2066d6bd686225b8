/**
 * The assembly of a running supervisor: the one thread that takes events, asks the fleet and
 * carries its commands out at the edges. Used by {@code cli} only.
 */
@NullMarked
package org.jvmcluster.supervisor;

import org.jspecify.annotations.NullMarked;
