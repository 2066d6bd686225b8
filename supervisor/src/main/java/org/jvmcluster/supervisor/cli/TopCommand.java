package org.jvmcluster.supervisor.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.control.AdminClient;
import org.jvmcluster.supervisor.top.TopSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "top",
    description = "Shows the workers live, in the terminal; q ends it.",
    footer = {
      "",
      "Keys: q quit, s and S sort by the next or previous column, w next window,",
      "up and down choose a worker, enter looks into it, esc leaves it."
    })
final class TopCommand implements Callable<Integer> {
  /** As a shell reports a command that control and C ended. */
  private static final int INTERRUPTED = 130;

  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Mixin WhichSupervisor which = new WhichSupervisor();

  TopCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException {
    if (!surroundings.outIsTerminal() || !Terminal.isStdin()) {
      throw new CommandFailure(
          ExitCode.USAGE, "top needs a terminal; without one use: supervisor status");
    }
    AdminClient supervisor = which.find(surroundings);
    boolean hasColours = common.colour.ansi(surroundings.environment(), true).enabled();
    String terminalType = surroundings.environment().getOrDefault("TERM", "");
    try {
      return switch (new TopSession(supervisor).run(terminalType, hasColours)) {
        case QUIT -> ExitCode.OK;
        case INTERRUPTED -> INTERRUPTED;
        case NO_SUPERVISOR -> {
          surroundings.err().println("supervisor: the supervisor has ended, or there was none");
          yield ExitCode.UNAVAILABLE;
        }
      };
    } catch (IOException | IllegalStateException e) {
      throw new CommandFailure(
          ExitCode.FAILED,
          "the terminal cannot be used (" + e.getMessage() + "); use: supervisor status");
    }
  }
}
