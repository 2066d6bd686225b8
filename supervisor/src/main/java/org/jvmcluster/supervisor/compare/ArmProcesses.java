package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * Everything that the comparison has started. Closing it ends all of it, by pid; nothing can be
 * started afterwards. Safe for any thread: a shutdown hook closes it while the comparison runs.
 */
final class ArmProcesses implements AutoCloseable {
  /** As long as a supervisor's workers may take to finish their requests, and a little. */
  static final Duration PATIENCE = Duration.ofSeconds(12);

  private final List<ArmProcess> started = new ArrayList<>();
  private boolean closed;

  /**
   * What to start.
   *
   * @param name for people
   * @param command words
   * @param environment beside the inherited one, of which {@code SUPERVISOR_*} is taken away: an
   *     arm is what its command line says
   * @param eachLine is given what it writes, on a thread of its own
   * @param afterwards removes what it leaves when it has ended
   */
  record Program(
      String name,
      List<String> command,
      Map<String, String> environment,
      Consumer<String> eachLine,
      Runnable afterwards) {
    Program {
      requireNonNull(name, "name");
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
      requireNonNull(eachLine, "eachLine");
      requireNonNull(afterwards, "afterwards");
    }
  }

  /** Starts a program; it need not be ready. */
  synchronized ArmProcess start(Program program) throws ArmException {
    if (closed) {
      throw new ArmException("the comparison is being ended");
    }
    List<String> words = new ArrayList<>(ownSession());
    words.addAll(program.command());
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().keySet().removeIf(variable -> variable.startsWith("SUPERVISOR_"));
    builder.environment().putAll(program.environment());
    try {
      Process process = builder.start();
      ProgramOutput output =
          new ProgramOutput(process.getInputStream(), program.name(), program.eachLine());
      ArmProcess arm = new ArmProcess(program.name(), process, output, program.afterwards());
      started.add(arm);
      return arm;
    } catch (IOException e) {
      program.afterwards().run();
      throw new ArmException("cannot start " + program.command().get(0) + ": " + e.getMessage(), e);
    }
  }

  /**
   * A program that begins a session and becomes the command, with the same pid: the JDK cannot.
   * Where there is none, descendants are known as long as their parents live.
   */
  private static List<String> ownSession() {
    return Stream.of("/usr/bin/setsid", "/bin/setsid")
        .filter(path -> Files.isExecutable(Path.of(path)))
        .findFirst()
        .map(List::of)
        .orElse(List.of());
  }

  /** Ends all, at the same time, and waits for it. */
  @Override
  public void close() {
    List<ArmProcess> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(started);
    }
    List<Thread> stopping =
        all.stream()
            .map(arm -> ChoreThread.start("stop " + arm.name(), () -> arm.stop(PATIENCE)))
            .toList();
    boolean interrupted = false;
    for (Thread thread : stopping) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
