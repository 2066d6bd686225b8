package org.jvmcluster.supervisor.cli;

import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.control.AdminClient;
import org.jvmcluster.supervisor.directory.DirectoryLocations;
import org.jvmcluster.supervisor.directory.RuntimeDirectory;

/** Entry point of the supervisor and all its commands. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    StandardStreams streams = StandardStreams.take();
    Surroundings surroundings =
        new Surroundings(
            System.getenv(),
            streams.out(),
            streams.err(),
            Terminal.isStdout(),
            Terminal.isStderr(),
            ConfigSources.SYSTEM_FILE,
            port ->
                RuntimeDirectory.findAdminSocket(DirectoryLocations.ofThisProcess(), port)
                    .map(AdminClient::new),
            new ForegroundRun(streams.out(), streams.err(), SupervisorProgram.programVersion()));
    System.exit(new SupervisorProgram(surroundings).run(args));
  }
}
