/**
 * The supervisor's threads for chores that may block: one a chore, named, daemon, with a bounded
 * line of tasks. Uses the JDK only; any package may use it but {@code fleet}, which has no thread.
 */
@NullMarked
package org.jvmcluster.supervisor.thread;

import org.jspecify.annotations.NullMarked;
