/**
 * What an event loop is measured by. In this state: the two durations of a request, recorded
 * without locks in one histogram per loop. Uses {@code protocol}, {@code time} and Netty.
 */
@NullMarked
package org.jvmcluster.runtime.loop;

import org.jspecify.annotations.NullMarked;
