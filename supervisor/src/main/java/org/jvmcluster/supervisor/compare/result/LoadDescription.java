package org.jvmcluster.supervisor.compare.result;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The load that all arms got.
 *
 * @param shares path to its share of the requests, which add up to 1
 * @param requests in a run; empty: as many as its time allows
 * @param rate requests a second; empty: each client sends when it has its answer
 * @param concurrency clients
 * @param seconds of a run; empty: until its requests are done
 * @param fresh whether each request had a connection of its own
 * @param rounds how often each arm was loaded
 * @param sweepPath what was asked for in the sweep; empty without one
 */
public record LoadDescription(
    Map<String, Double> shares,
    OptionalLong requests,
    OptionalDouble rate,
    int concurrency,
    OptionalInt seconds,
    boolean fresh,
    int rounds,
    Optional<String> sweepPath) {
  public LoadDescription {
    shares = Map.copyOf(shares);
    requireNonNull(requests, "requests");
    requireNonNull(rate, "rate");
    requireNonNull(seconds, "seconds");
    requireNonNull(sweepPath, "sweepPath");
  }
}
