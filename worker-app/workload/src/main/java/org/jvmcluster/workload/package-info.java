/**
 * The bundled service: an ordinary Vert.x program with its own {@code main}. It sees the runtime
 * only through {@code runtime.api} and runs unchanged without a supervisor.
 */
@NullMarked
package org.jvmcluster.workload;

import org.jspecify.annotations.NullMarked;
