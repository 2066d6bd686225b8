package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import org.jvmcluster.supervisor.fleet.FleetSettings;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * Starts JVMs, one after the other, from one thread that lives as long as the launcher. A worker
 * may ask the kernel for a signal when its parent ends (PR_SET_PDEATHSIG, prctl(2)), and "parent"
 * is the <i>thread</i> that started it: from a thread of a pool, the worker would be killed with
 * it.
 *
 * <p>A worker inherits the supervisor's environment without {@code SUPERVISOR_*}, its working
 * directory, and nothing else: standard input is {@code /dev/null}, both outputs are one pipe.
 */
public final class JvmLauncher implements WorkerLauncher, AutoCloseable {
  private static final String OWN_VARIABLES = "SUPERVISOR_";

  private final WorkerSockets sockets;
  private final LineWriter output;
  private final ThreadPoolExecutor thread;

  /**
   * @param sockets told every worker
   * @param output where the workers' lines go
   */
  public JvmLauncher(WorkerSockets sockets, LineWriter output) {
    this.sockets = requireNonNull(sockets, "sockets");
    this.output = requireNonNull(output, "output");
    this.thread =

        // Every slot and its replacement at once, at the most.
        ChoreThread.queue("worker-launcher", 2 * FleetSettings.MAX_WORKERS);
  }

  @Override
  public CompletionStage<WorkerProcess> launch(LaunchOrder order) {
    CompletableFuture<WorkerProcess> started = new CompletableFuture<>();
    try {
      thread.execute(() -> start(order, started));
    } catch (RejectedExecutionException e) {
      started.completeExceptionally(
          new WorkerStartException(
              order.describe()
                  + " is not started: "
                  + (thread.isShutdown() ? "closed" : "too many"),
              e));
    }
    return started;
  }

  private void start(LaunchOrder order, CompletableFuture<WorkerProcess> started) {
    try {
      started.complete(start(order));
    } catch (WorkerStartException e) {
      started.completeExceptionally(e);
    } catch (IOException | RuntimeException | OutOfMemoryError e) { // Also: no thread left.
      started.completeExceptionally(
          new WorkerStartException(
              order.describe() + " could not be started: " + e.getMessage() + mend(e), e));
    }
  }

  private WorkerProcess start(LaunchOrder order) throws IOException, WorkerStartException {
    List<String> command = JvmCommandLine.of(order.record(), order.launch(), sockets);
    for (String argument : command) {
      JvmCommandLine.checkEncodable("an argument of " + order.describe(), argument);
    }
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    // Changed in place: a variable that stays untouched keeps its bytes, whatever their encoding.
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith(OWN_VARIABLES));
    for (Map.Entry<String, String> variable : variables(order).entrySet()) {
      JvmCommandLine.checkEncodable("variable " + variable.getKey(), variable.getValue());
      environment.put(variable.getKey(), variable.getValue());
    }
    Process process = builder.start();
    try {
      String name = order.slot() + "/" + order.record().generation();
      return new JvmProcess(
          process,
          WorkerOutput.pump(
              process.getInputStream(),
              output.open(name + " | "),
              "worker-output-" + process.pid()));
    } catch (RuntimeException | Error e) {
      // Nobody would ever hear of it again, nor of its end.
      process.destroyForcibly();
      throw e;
    }
  }

  private static Map<String, String> variables(LaunchOrder order) {
    Map<String, String> variables = new TreeMap<>(order.record().environment());
    variables.put("WORKER_SLOT", order.slot().toString());
    variables.put("WORKER_GENERATION", order.record().generation().toString());
    variables.put("WORKER_COUNT", Integer.toString(order.workerCount()));
    variables.put("HOST", order.host());
    variables.put("PORT", Integer.toString(order.port()));
    return variables;
  }

  private static String mend(Throwable e) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("error=11,")) { // EAGAIN of fork(2)
      return "; the limit of processes is reached, see ulimit -u and pids.max of the cgroup";
    }
    return message.contains("error=12,") ? "; the machine has no memory left" : ""; // ENOMEM
  }

  /** Starts no more workers; those that run are left alone. Orders not begun fail. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
