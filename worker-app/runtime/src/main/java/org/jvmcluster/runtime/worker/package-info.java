/**
 * The life of a worker: joining its supervisor, becoming ready, reporting every second, draining,
 * exiting; and the watch that ends a worker whose supervisor is gone. Plain JDK code that needs
 * neither Vert.x nor Netty, so that it is the first thing to run and cannot be held up by either.
 *
 * <p>Threads, all daemons and none an event loop: {@code worker-control} reads and writes the
 * control channel and does nothing else, so the end of the supervisor is noticed whatever the rest
 * does; {@code worker-life} owns the {@link org.jvmcluster.runtime.worker.LifeCycle}, calls the
 * door and takes thread dumps; {@code worker-report} measures; {@code worker-guard} decides whether
 * the worker is overloaded; {@code worker-warm-up} and {@code worker-drain-hooks} run code of the
 * application; {@code worker-exit} and {@code worker-halt} end the JVM.
 */
@NullMarked
package org.jvmcluster.runtime.worker;

import org.jspecify.annotations.NullMarked;
