package org.jvmcluster.supervisor.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.supervisor.fleet.RestartBackoff;

/**
 * Everything a supervisor is told at its start; {@link ConfigKeys} says what each means and which
 * values it takes. Ranges are checked where the words are parsed.
 *
 * @param workers wanted; what they are depends on the mode, see {@link #processes}
 * @param mode how the cores are used
 * @param port shared by the workers; 0 lets the kernel choose
 * @param host to listen on; not resolved yet
 * @param listen how many listening sockets
 * @param accept whose connections a worker takes
 * @param backlog of each listening socket, in connections
 * @param eventLoops of each worker
 * @param poolSize threads of each worker's task pool
 * @param poolQueue tasks that may wait for one of them
 * @param poolSplit whether tasks that compute and tasks that wait have half of the threads each
 * @param readyTimeout from the start of a worker process until it must be ready
 * @param drainTimeout how long a worker may drain
 * @param hangTimeout how long a worker may be blocked or silent; zero for ever
 * @param backoff before a dying worker is started again
 * @param maxInFlight requests of one worker above which it accepts no more
 * @param shed whether an overloaded worker refuses requests
 * @param shedAfter how long requests wait when that is an overload
 * @param jvmOptions added to those of the workers
 * @param adminPort for reading over HTTP; empty is off
 * @param faults whether the bundled service has its fault routes
 */
public record SupervisorConfig(
    WorkerCount workers,
    ServiceMode mode,
    int port,
    String host,
    ListenMode listen,
    Acceptance accept,
    int backlog,
    int eventLoops,
    int poolSize,
    int poolQueue,
    boolean poolSplit,
    Duration readyTimeout,
    Duration drainTimeout,
    Duration hangTimeout,
    RestartBackoff backoff,
    int maxInFlight,
    boolean shed,
    Duration shedAfter,
    List<String> jvmOptions,
    OptionalInt adminPort,
    boolean faults) {

  public SupervisorConfig {
    requireNonNull(workers, "workers");
    requireNonNull(mode, "mode");
    requireNonNull(host, "host");
    requireNonNull(listen, "listen");
    requireNonNull(accept, "accept");
    requireNonNull(readyTimeout, "readyTimeout");
    requireNonNull(drainTimeout, "drainTimeout");
    requireNonNull(hangTimeout, "hangTimeout");
    requireNonNull(backoff, "backoff");
    requireNonNull(shedAfter, "shedAfter");
    jvmOptions = List.copyOf(jvmOptions);
    requireNonNull(adminPort, "adminPort");
  }

  /**
   * How many worker processes to have.
   *
   * @param cores that this machine, or the container, allows
   */
  public int processes(int cores) {
    return mode == ServiceMode.PROCESSES ? workers.resolve(cores) : 1;
  }

  /** How many worker processes were asked for by number; empty when the cores decide. */
  public OptionalInt fixedProcesses() {
    return mode == ServiceMode.PROCESSES ? workers.fixed() : OptionalInt.of(1);
  }

  /**
   * How many compute threads the worker has beside its event loop: one core is the loop's. Zero in
   * any mode but threads.
   */
  public int computeThreads(int cores) {
    return mode == ServiceMode.THREADS ? workers.fixed().orElse(Math.max(1, cores - 1)) : 0;
  }

  static SupervisorConfig from(Settings settings) {
    return new SupervisorConfig(
        settings.value(ConfigKeys.WORKERS),
        settings.value(ConfigKeys.MODE),
        settings.value(ConfigKeys.PORT),
        settings.value(ConfigKeys.HOST),
        settings.value(ConfigKeys.LISTEN),
        settings.value(ConfigKeys.ACCEPT),
        settings.value(ConfigKeys.BACKLOG),
        settings.value(ConfigKeys.EVENT_LOOPS),
        settings.value(WorkerKeys.POOL_SIZE),
        settings.value(WorkerKeys.POOL_QUEUE),
        settings.value(WorkerKeys.POOL_SPLIT),
        settings.value(ConfigKeys.READY_TIMEOUT),
        settings.value(ConfigKeys.DRAIN_TIMEOUT),
        settings.value(WorkerKeys.HANG_TIMEOUT),
        settings.value(ConfigKeys.BACKOFF),
        settings.value(ConfigKeys.MAX_IN_FLIGHT),
        settings.value(WorkerKeys.SHED),
        settings.value(WorkerKeys.SHED_AFTER),
        settings.value(ConfigKeys.JVM_OPT),
        settings.value(ConfigKeys.ADMIN_PORT),
        settings.value(ConfigKeys.FAULTS));
  }
}
