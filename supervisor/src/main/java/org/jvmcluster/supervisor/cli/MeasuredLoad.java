package org.jvmcluster.supervisor.cli;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/**
 * What {@code supervisor load --json} has written, read back.
 *
 * @param requests that were sent
 * @param failed of them
 * @param lateMillis how late the client was at its 99th percentile, by its own fault
 * @param latency of the good answers
 */
record MeasuredLoad(long requests, long failed, double lateMillis, LatencyDistribution latency) {
  /** Far beyond what a load writes. */
  private static final long MOST_BYTES = 100_000_000;

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException when the file cannot be read or holds anything else
   */
  static MeasuredLoad of(String file) {
    try {
      JsonObject json = new JsonObject(text(file));
      return new MeasuredLoad(
          json.getLong("requests"),
          json.getLong("failed"),
          json.getDouble("clientLateP99Ms"),
          LatencyDistribution.decode(json.getString("histogram")));
    } catch (DecodeException
        | ClassCastException
        | NullPointerException
        | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          file + " is not what 'supervisor load --json' writes: " + e.getMessage(), e);
    }
  }

  /**
   * The latencies of such a file, or of a {@code .hgrm} file in milliseconds.
   *
   * @throws IllegalArgumentException when the file cannot be read or holds anything else
   */
  static LatencyDistribution latencyOf(String file) {
    return file.endsWith(".hgrm") ? LatencyDistribution.ofHgrm(text(file)) : of(file).latency();
  }

  private static String text(String file) {
    try {
      Path path = Path.of(file);
      if (Files.size(path) > MOST_BYTES) {
        throw new IllegalArgumentException(file + " has more than " + MOST_BYTES + " bytes");
      }
      return Files.readString(path);
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
