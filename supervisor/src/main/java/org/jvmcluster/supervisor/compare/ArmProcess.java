package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * A program that serves as an arm, with all processes it starts. It leads a session of its own, so
 * that a Ctrl-C in the terminal reaches this program alone, and what it leaves behind is still
 * known as its own. Safe for any thread.
 */
final class ArmProcess {
  static final Path PROC = Path.of("/proc");

  /** A kill is done in milliseconds; a process in an uninterruptible sleep must not hold us up. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

  private static final long LOOK_AGAIN_MILLIS = 10;

  private final String name;
  private final Process process;
  private final ProgramOutput output;
  private final Runnable afterwards;
  private boolean stopped;

  /**
   * Takes a program over.
   *
   * @param afterwards removes what it leaves when it has ended
   */
  ArmProcess(String name, Process process, ProgramOutput output, Runnable afterwards) {
    this.name = requireNonNull(name, "name");
    this.process = requireNonNull(process, "process");
    this.output = requireNonNull(output, "output");
    this.afterwards = requireNonNull(afterwards, "afterwards");
  }

  String name() {
    return name;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The process and all it has started, itself first. */
  List<Long> processes() {
    return ProcessTable.read(PROC).treeOf(process.pid());
  }

  /** The last lines that it wrote, whole once it has ended. */
  List<String> lastLines() throws InterruptedException {
    if (!process.isAlive()) {
      output.awaitEnd();
    }
    return output.tail();
  }

  /** Ends it, and adds its last lines to what was wrong with it. */
  ArmException failed(ArmException why) throws InterruptedException {
    stop(ArmProcesses.PATIENCE);
    return new ArmException(why.text(), lastLines());
  }

  /**
   * Asks it to end, waits for that so long, then kills what is left of it. Does nothing the second
   * time. Not interrupted: what was begun here is ended.
   */
  synchronized void stop(Duration patience) {
    if (stopped) {
      return;
    }
    stopped = true;
    // Also those that leave the session: they are known only as long as their parent lives.
    List<ProcessHandle> all = new ArrayList<>(handles(processes()));
    process.destroy();
    awaitEnd(List.of(process.toHandle()), patience);
    all.addAll(handles(processes()));
    all.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(all, KILL_LIMIT);
    // One that was just being started when it was looked for.
    List<ProcessHandle> late = handles(processes());
    late.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(late, KILL_LIMIT);
    afterwards.run();
  }

  private static List<ProcessHandle> handles(List<Long> pids) {
    return pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
  }

  private static void awaitEnd(List<ProcessHandle> processes, Duration limit) {
    long deadline = NanoClock.SYSTEM.nanos() + limit.toNanos();
    boolean interrupted = false;
    while (anyRuns(processes) && NanoClock.SYSTEM.nanos() < deadline) {
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** One that has ended and that its parent has not asked for yet runs no more. */
  private static boolean anyRuns(List<ProcessHandle> processes) {
    ProcessTable now = ProcessTable.read(PROC);
    return processes.stream().anyMatch(process -> now.entries().containsKey(process.pid()));
  }
}
