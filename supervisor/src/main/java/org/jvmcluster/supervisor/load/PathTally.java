package org.jvmcluster.supervisor.load;

/** What became of the requests for one path. Not thread-safe. */
final class PathTally {
  private final String path;
  private final DurationSamples latency = new DurationSamples();
  private long requests;
  private long failed;

  PathTally(String path) {
    this.path = path;
  }

  void answered(long latencyNanos) {
    requests++;
    latency.record(latencyNanos);
  }

  void failed() {
    requests++;
    failed++;
  }

  LoadResult.PathRow row() {
    return new LoadResult.PathRow(
        path, requests, failed, latency.percentiles(), latency.distribution());
  }
}
