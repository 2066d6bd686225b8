/**
 * The directories of a supervisor and who owns them: the runtime directory with its lock and
 * sockets, the state directory that outlives it. Nothing found in one is trusted, signalled or
 * deleted without asking the process that should own it. Uses the JDK only.
 */
@NullMarked
package org.jvmcluster.supervisor.directory;

import org.jspecify.annotations.NullMarked;
