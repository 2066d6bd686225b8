/**
 * The command line: parsing and printing only. Results go to stdout, everything else to stderr. May
 * use everything of the supervisor. Each command runs on the thread that calls it.
 */
@NullMarked
package org.jvmcluster.supervisor.cli;

import org.jspecify.annotations.NullMarked;
