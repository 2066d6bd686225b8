/**
 * What an event loop is measured by: the lengths of its turns, its waits in the poller, the wait of
 * the tasks given to it, and the two durations of a request. The loops write without locks; each
 * reader has windows of its own. Uses {@code protocol}, {@code time} and Netty.
 */
@NullMarked
package org.jvmcluster.runtime.loop;

import org.jspecify.annotations.NullMarked;
