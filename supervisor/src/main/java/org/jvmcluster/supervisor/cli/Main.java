package org.jvmcluster.supervisor.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.control.AdminClient;
import org.jvmcluster.supervisor.directory.DirectoryLocations;
import org.jvmcluster.supervisor.directory.RuntimeDirectory;

/** Entry point of the supervisor and all its commands. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    // Whatever the locale says, text goes out whole: a host name or path may have any letter.
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    Surroundings surroundings =
        new Surroundings(
            System.getenv(),
            out,
            err,
            Terminal.isStdout(),
            Terminal.isStderr(),
            ConfigSources.SYSTEM_FILE,
            port ->
                RuntimeDirectory.findAdminSocket(DirectoryLocations.ofThisProcess(), port)
                    .map(AdminClient::new),
            new ForegroundRun(out, err, SupervisorProgram.programVersion()));
    System.exit(new SupervisorProgram(surroundings).run(args));
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
