/**
 * Serving on sockets that the supervisor owns: the virtual server channel that Vert.x binds, the
 * accept loop on a thread of its own, the gate that decides whether there is room, the refusals of
 * an overloaded worker, and the drain. Uses {@code protocol}, {@code time}, {@code loop} and the
 * application's Netty; knows nothing of the control channel. Each class states its thread.
 */
@NullMarked
package org.jvmcluster.runtime.listen;

import org.jspecify.annotations.NullMarked;
