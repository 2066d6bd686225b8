/**
 * What an application may use of the runtime: who it is, and hooks for readiness, warm-up and
 * drain, and a task pool. Without a supervisor the hooks do nothing and the pool works unmeasured,
 * so the same jar runs alone. Uses the JDK, Vert.x's public core and {@code pool}, and no other
 * package of the runtime, so that an application may carry it in its own jar. All types are safe
 * for any thread.
 *
 * <p>{@link org.jvmcluster.runtime.api.Worker} and {@link org.jvmcluster.runtime.api.TaskPool} are
 * for applications, {@link org.jvmcluster.runtime.api.RuntimeSeam} for the runtime.
 */
@NullMarked
package org.jvmcluster.runtime.api;

import org.jspecify.annotations.NullMarked;
