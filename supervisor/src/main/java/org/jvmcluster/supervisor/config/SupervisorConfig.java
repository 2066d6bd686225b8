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
 * @param workers wanted
 * @param port shared by the workers; 0 lets the kernel choose
 * @param host to listen on; not resolved yet
 * @param listen how many listening sockets
 * @param accept whose connections a worker takes
 * @param backlog of each listening socket, in connections
 * @param eventLoops of each worker
 * @param readyTimeout from the start of a worker process until it must be ready
 * @param drainTimeout how long a worker may drain
 * @param backoff before a dying worker is started again
 * @param maxInFlight requests of one worker above which it accepts no more
 * @param jvmOptions added to those of the workers
 * @param adminPort for reading over HTTP; empty is off
 * @param faults whether the bundled service has its fault routes
 */
public record SupervisorConfig(
    WorkerCount workers,
    int port,
    String host,
    ListenMode listen,
    Acceptance accept,
    int backlog,
    int eventLoops,
    Duration readyTimeout,
    Duration drainTimeout,
    RestartBackoff backoff,
    int maxInFlight,
    List<String> jvmOptions,
    OptionalInt adminPort,
    boolean faults) {

  public SupervisorConfig {
    requireNonNull(workers, "workers");
    requireNonNull(host, "host");
    requireNonNull(listen, "listen");
    requireNonNull(accept, "accept");
    requireNonNull(readyTimeout, "readyTimeout");
    requireNonNull(drainTimeout, "drainTimeout");
    requireNonNull(backoff, "backoff");
    jvmOptions = List.copyOf(jvmOptions);
    requireNonNull(adminPort, "adminPort");
  }

  static SupervisorConfig from(Settings settings) {
    return new SupervisorConfig(
        settings.value(ConfigKeys.WORKERS),
        settings.value(ConfigKeys.PORT),
        settings.value(ConfigKeys.HOST),
        settings.value(ConfigKeys.LISTEN),
        settings.value(ConfigKeys.ACCEPT),
        settings.value(ConfigKeys.BACKLOG),
        settings.value(ConfigKeys.EVENT_LOOPS),
        settings.value(ConfigKeys.READY_TIMEOUT),
        settings.value(ConfigKeys.DRAIN_TIMEOUT),
        settings.value(ConfigKeys.BACKOFF),
        settings.value(ConfigKeys.MAX_IN_FLIGHT),
        settings.value(ConfigKeys.JVM_OPT),
        settings.value(ConfigKeys.ADMIN_PORT),
        settings.value(ConfigKeys.FAULTS));
  }
}
