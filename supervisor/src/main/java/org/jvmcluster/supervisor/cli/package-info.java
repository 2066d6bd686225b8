/** The command line: parsing and printing only. May use everything of the supervisor. */
@NullMarked
package org.jvmcluster.supervisor.cli;

import org.jspecify.annotations.NullMarked;
