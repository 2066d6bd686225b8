/**
 * The load client: sends a bounded number of requests and reports what a client sees. Uses Netty
 * and HdrHistogram. All clients of a run live on one event loop, so nothing is shared between
 * threads while the clock runs; results leave it as values.
 */
@NullMarked
package org.jvmcluster.supervisor.load;

import org.jspecify.annotations.NullMarked;
