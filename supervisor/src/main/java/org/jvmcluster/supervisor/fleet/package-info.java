/**
 * Decides what happens to the workers. <b>Pure</b>: an event and the time go in, commands come out;
 * no thread, socket, process or clock of its own, so every promise about restarts, crashes and
 * scaling is proven in milliseconds. Uses {@code runtime.protocol} only. Owned by one thread, the
 * supervisor loop.
 *
 * <p>Three layers decide, each with an answer to everything: the {@code WorkerState} of one
 * process, the {@code Place} that is a slot, and the {@code Activity} of the fleet as a whole. A
 * worker tells its slot when it becomes ready, leaves and is gone; the activity looks at the slots
 * after every event. {@link org.jvmcluster.supervisor.fleet.Fleet} only leads events to them and
 * hands out the commands.
 */
@NullMarked
package org.jvmcluster.supervisor.fleet;

import org.jspecify.annotations.NullMarked;
