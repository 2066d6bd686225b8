/**
 * The life of a worker: joining its supervisor, becoming ready, reporting every second, draining,
 * exiting; and the watch that ends a worker whose supervisor is gone. Plain JDK code that needs
 * neither Vert.x nor Netty, so that it is the first thing to run and cannot be held up by either.
 * Threads: {@code worker-control} reads the control channel, {@code worker-report} writes reports;
 * both are daemons and none is an event loop.
 */
@NullMarked
package org.jvmcluster.runtime.worker;

import org.jspecify.annotations.NullMarked;
