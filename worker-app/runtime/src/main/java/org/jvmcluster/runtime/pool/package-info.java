/**
 * The core of a task pool: a fixed number of threads, one bounded queue in the order of submission,
 * and a cap on how many slow tasks run at once. It knows neither Vert.x nor how tasks are measured;
 * it tells a {@link org.jvmcluster.runtime.pool.PoolObserver} in primitive arguments. Uses the JDK
 * only, since an application may carry it in its own jar.
 *
 * <p>One lock guards a pool. No code of a task runs under it, but for {@code isAbandoned} when a
 * full queue is swept.
 */
@NullMarked
package org.jvmcluster.runtime.pool;

import org.jspecify.annotations.NullMarked;
