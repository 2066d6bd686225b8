/**
 * The work behind the endpoints, as functions of their input: no request, no Vert.x, no choice of a
 * thread. So the same class runs on an event loop, on the task pool, on a compute thread or in
 * another process, and only the caller decides where. Everything here may hold its thread for long;
 * all of it is bounded by its arguments, and safe for any thread.
 */
@NullMarked
package org.jvmcluster.workload.work;

import org.jspecify.annotations.NullMarked;
