package org.jvmcluster.supervisor.compare.result;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where and when, so that a reader can judge and repeat it. Names no host, user or folder.
 *
 * @param processor such as {@code AMD EPYC 7R13}
 * @param cores that the machine has
 * @param allowedCores that this process may use, by its control group; 1.5 is one and a half
 * @param memoryBytes of the machine, or of the control group where that is less
 * @param system kernel and distribution
 * @param java version and vendor
 * @param version of this program
 * @param node its version; empty without an arm of it
 * @param loadBefore the load average of a minute before the first arm was started
 * @param startedAt when
 * @param command words that repeat it
 */
public record Environment(
    String processor,
    int cores,
    double allowedCores,
    long memoryBytes,
    String system,
    String java,
    String version,
    Optional<String> node,
    double loadBefore,
    Instant startedAt,
    List<String> command) {
  public Environment {
    requireNonNull(processor, "processor");
    requireNonNull(system, "system");
    requireNonNull(java, "java");
    requireNonNull(version, "version");
    requireNonNull(node, "node");
    requireNonNull(startedAt, "startedAt");
    command = List.copyOf(command);
  }

  /** The most CPU-bound work that can be done at once by so many workers, in workers. */
  public double ceiling(int workers) {
    return Math.min(workers, allowedCores);
  }
}
