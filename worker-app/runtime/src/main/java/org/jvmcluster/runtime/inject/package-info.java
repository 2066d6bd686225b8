/**
 * Puts transport and metrics into the application's own Vert.x: the {@code VertxServiceProvider}
 * that the ServiceLoader finds, the transport as a list of stages, the metrics wrapper that marks
 * where requests begin and end and measures Vert.x's worker pools. May use every other package of
 * the runtime; nothing uses it. Runs on the thread that builds the Vert.x instance, afterwards on
 * its event loops.
 */
@NullMarked
package org.jvmcluster.runtime.inject;

import org.jspecify.annotations.NullMarked;
