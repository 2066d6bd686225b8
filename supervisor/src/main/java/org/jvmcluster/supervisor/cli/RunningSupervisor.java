package org.jvmcluster.supervisor.cli;

/** The supervisor of a port, or the reason why there is none. */
final class RunningSupervisor {
  private RunningSupervisor() {}

  static AdminCalls on(int port, Surroundings surroundings) {
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
