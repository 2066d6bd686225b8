package org.jvmcluster.supervisor.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.supervisor.fleet.ExitStatus;

/** A worker JVM: the JDK waits for its exit (waitpid(2) on a thread of its own), nothing polls. */
final class JvmProcess implements WorkerProcess {
  /**
   * How long an exit is held back for the last lines. They are in the pipe already, so it takes
   * longer only when a grandchild keeps the pipe open or nobody reads the supervisor's output.
   */
  private static final Duration LAST_LINES_LIMIT = Duration.ofSeconds(1);

  private final Process process;
  private final WorkerOutput output;
  private final CompletableFuture<ExitStatus> exit;

  JvmProcess(Process process, WorkerOutput output) {
    this.process = process;
    this.output = output;
    this.exit =
        process
            .onExit()
            .thenCompose(
                ended ->
                    output
                        .finished()
                        .toCompletableFuture()
                        .copy()
                        .completeOnTimeout(null, LAST_LINES_LIMIT.toNanos(), TimeUnit.NANOSECONDS))
            .thenApply(lines -> new ExitStatus(process.exitValue()));
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public CompletionStage<ExitStatus> exit() {
    return exit.minimalCompletionStage();
  }

  @Override
  public void kill() {
    process.destroyForcibly();
  }

  @Override
  public List<String> lastLines() {
    return output.lastLines();
  }
}
