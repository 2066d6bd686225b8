/**
 * Decides what happens to the workers. <b>Pure</b>: an event and the time go in, commands come out;
 * no thread, socket, process or clock of its own, so every promise about restarts, crashes and
 * scaling is proven in milliseconds. Uses {@code runtime.protocol} and {@code runtime.time}. Owned
 * by one thread, the supervisor loop.
 */
@NullMarked
package org.jvmcluster.supervisor.fleet;

import org.jspecify.annotations.NullMarked;
