package org.jvmcluster.supervisor.cli;

import org.jvmcluster.supervisor.control.AdminClient;

/** The supervisor of a port, or the reason why there is none. */
final class RunningSupervisor {
  private RunningSupervisor() {}

  static AdminClient on(int port, Surroundings surroundings) {
    return surroundings
        .finder()
        .find(port)
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "no supervisor of yours runs on port "
                        + port
                        + "; name another with --port P, or start one: supervisor --port "
                        + port));
  }
}
