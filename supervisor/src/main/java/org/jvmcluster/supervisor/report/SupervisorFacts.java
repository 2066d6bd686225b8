package org.jvmcluster.supervisor.report;

import static java.util.Objects.requireNonNull;

/**
 * What does not change in a supervisor's life and what a status says of it.
 *
 * @param pid its own
 * @param version of the program
 * @param java version of its JVM
 * @param startedNanos monotonic reading of its start
 * @param cores that the process may use
 * @param mode {@code processes}, {@code threads} or {@code single}
 * @param listen {@code reuseport} or {@code shared}
 * @param accept {@code idle} or {@code own}
 * @param host the literal address it listens on
 * @param port the bound port
 */
public record SupervisorFacts(
    long pid,
    String version,
    String java,
    long startedNanos,
    int cores,
    String mode,
    String listen,
    String accept,
    String host,
    int port) {
  public SupervisorFacts {
    requireNonNull(version, "version");
    requireNonNull(java, "java");
    requireNonNull(mode, "mode");
    requireNonNull(listen, "listen");
    requireNonNull(accept, "accept");
    requireNonNull(host, "host");
  }
}
