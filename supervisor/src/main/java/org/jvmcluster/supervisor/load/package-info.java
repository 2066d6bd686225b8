/**
 * The load client: sends a bounded number of requests and reports what a client sees. Uses Netty
 * and HdrHistogram.
 */
@NullMarked
package org.jvmcluster.supervisor.load;

import org.jspecify.annotations.NullMarked;
