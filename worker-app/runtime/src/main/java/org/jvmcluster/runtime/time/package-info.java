/**
 * The monotonic clock as a value that can be handed in, and deadlines on it. Uses the JDK only;
 * every type is safe for any thread.
 */
@NullMarked
package org.jvmcluster.runtime.time;

import org.jspecify.annotations.NullMarked;
