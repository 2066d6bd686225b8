/**
 * The bundled service: an ordinary Vert.x program with its own {@code main}, one endpoint for each
 * kind of work that helps or hurts an event loop. It sees the runtime only through {@code
 * runtime.api} and runs unchanged without a supervisor. Handlers run on event loops; the ones that
 * hold theirs do so on purpose.
 */
@NullMarked
package org.jvmcluster.workload;

import org.jspecify.annotations.NullMarked;
