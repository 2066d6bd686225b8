package org.jvmcluster.supervisor.cli;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import org.jvmcluster.supervisor.Installation;
import org.jvmcluster.supervisor.StartFailure;
import org.jvmcluster.supervisor.Supervisor;
import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.config.Settings;

/** Runs a real supervisor, and turns a start that fails into a message and an exit code. */
final class ForegroundRun implements SupervisorStarter {
  private final PrintStream out;
  private final PrintStream err;
  private final String version;

  ForegroundRun(PrintStream out, PrintStream err, String version) {
    this.out = requireNonNull(out, "out");
    this.err = requireNonNull(err, "err");
    this.version = requireNonNull(version, "version");
  }

  @Override
  public int run(ConfigSources sources, Settings settings) {
    try {
      return new Supervisor(
              sources, settings, Installation.find(), version, new RunScreen(out, err))
          .run();
    } catch (StartFailure e) {
      err.println("supervisor: " + e.getMessage());
      return switch (e.kind()) {
        case IN_USE -> ExitCode.IN_USE;
        case BAD_CONFIGURATION -> ExitCode.BAD_CONFIGURATION;
        case FAILED -> ExitCode.FAILED;
      };
    }
  }
}
