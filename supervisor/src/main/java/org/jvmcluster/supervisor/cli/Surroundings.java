package org.jvmcluster.supervisor.cli;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * Everything outside that a command may touch.
 *
 * @param environment variables of the process
 * @param out for results
 * @param err for everything else
 * @param outIsTerminal whether a person reads results
 * @param errIsTerminal whether a person watches progress
 * @param systemFile the machine's configuration
 * @param finder of running supervisors
 * @param starter of a new one
 */
record Surroundings(
    Map<String, String> environment,
    PrintStream out,
    PrintStream err,
    boolean outIsTerminal,
    boolean errIsTerminal,
    Path systemFile,
    SupervisorFinder finder,
    SupervisorStarter starter) {
  Surroundings {
    environment = Map.copyOf(environment);
    requireNonNull(out, "out");
    requireNonNull(err, "err");
    requireNonNull(systemFile, "systemFile");
    requireNonNull(finder, "finder");
    requireNonNull(starter, "starter");
  }
}
