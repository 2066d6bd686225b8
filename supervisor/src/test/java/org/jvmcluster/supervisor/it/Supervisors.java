package org.jvmcluster.supervisor.it;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts what a test needs and ends it with the test, in reverse order and in every outcome. Of a
 * test that failed it prints what the supervisors wrote.
 */
final class Supervisors implements AfterEachCallback {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final List<SupervisorProcess> processes = new ArrayList<>();

  /** Starts the packaged program; returns at once. */
  SupervisorProcess start(SupervisorCommand command) throws IOException {
    SupervisorProcess process = own(SupervisorProcess.start(command));
    processes.add(process);
    return process;
  }

  /** Starts it, and waits until so many workers are ready. */
  SupervisorProcess startReady(SupervisorCommand command, int workers) throws IOException {
    SupervisorProcess process = start(command);
    process.awaitReady(workers);
    return process;
  }

  /** As above, and until these have warmed up. */
  SupervisorProcess startWarm(SupervisorCommand command, int workers) throws IOException {
    SupervisorProcess process = start(command);
    process.awaitWarm(workers);
    return process;
  }

  /** Closes it after the test. */
  <T extends AutoCloseable> T own(T resource) {
    opened.push(resource);
    return resource;
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    if (context.getExecutionException().isPresent()) {
      for (SupervisorProcess process : processes) {
        System.err.println("the end of what " + process + " wrote:");
        process.output().tail().forEach(line -> System.err.println("    " + line));
      }
    }
    Exception failure = null;
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    processes.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
