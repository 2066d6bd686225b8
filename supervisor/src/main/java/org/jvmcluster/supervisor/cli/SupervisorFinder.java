package org.jvmcluster.supervisor.cli;

import java.util.Optional;
import org.jvmcluster.supervisor.control.AdminClient;

/** Finds the running supervisor of a port. */
@FunctionalInterface
interface SupervisorFinder {
  /** Empty when none of this user answers for the port. */
  Optional<AdminClient> find(int port);
}
