package org.jvmcluster.supervisor.top;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Status documents, as screens are made of. */
final class Statuses {
  private Statuses() {}

  /** Of a fleet with these workers. */
  static JsonObject of(JsonObject... workers) {
    JsonArray array = new JsonArray();
    for (JsonObject worker : workers) {
      array.add(worker);
    }
    return new JsonObject(
            """
            {"window": "10s",
             "supervisor": {"pid": 99, "state": "steady", "generation": 2, "host": "127.0.0.1",
                            "port": 3100, "uptimeSeconds": 75.0},
             "restart": {"state": "none"}}
            """)
        .put("workers", array);
  }

  /** A worker whose figures all come from its slot. */
  static JsonObject worker(int slot) {
    return new JsonObject(
            """
            {"generation": 2, "state": "ready", "uptimeSeconds": 70.0, "restarts": 1,
             "lastExit": {"reason": "crashed", "code": 137, "signal": "SIGKILL",
                          "at": "2026-01-02T03:04:05Z"},
             "connections": 12, "inFlight": 3, "requests": 4711, "cpuPercent": 41.0,
             "rssBytes": 104857600, "heapUsedBytes": 20971520, "heapMaxBytes": 67108864,
             "latency": {"windowSeconds": 10.0, "count": 900, "p50Ms": 1.0, "p90Ms": 2.0,
                         "p99Ms": 30.5, "p999Ms": 41.0, "maxMs": 50.0},
             "serverTime": {"windowSeconds": 10.0, "count": 900, "p50Ms": 0.5, "p90Ms": 1.0,
                            "p99Ms": 12.0, "p999Ms": 20.0, "maxMs": 25.0},
             "eventLoop": {"loops": 1, "utilization": 0.42, "worstSecondUtilization": 0.8,
                           "cpuRatio": 0.4, "lagP50Ms": 0.1, "lagP99Ms": 7.0, "lagMaxMs": 9.0,
                           "blockedForMs": 0.0, "taskWaitP99Ms": 1.0, "pendingTasks": 2,
                           "perLoop": [{"loop": "0", "utilization": 0.42,
                                        "worstSecondUtilization": 0.8, "cpuRatio": 0.4,
                                        "busyForMs": 0.0, "pendingTasks": 2}]},
             "pool": {"size": 4, "threads": 4, "busy": 2, "queued": 5, "oldestWaitMs": 17.0,
                      "waitP99Ms": 140.0, "rejected": 1, "expired": 0,
                      "kinds": {"file": {"count": 33, "waitP50Ms": 2.0, "waitP99Ms": 140.0,
                                         "runP50Ms": 4.0, "runP99Ms": 8.0, "failed": 6}},
                      "vertx": {"vert.x-worker": {"queued": 3, "busy": 1, "waitP99Ms": 11.0}}},
             "gc": {"pauseMs": 12.0, "maxPauseMs": 5.0, "count": 4},
             "cpu": {"throttledMs": 0.0, "runQueueMs": 3.0, "stolenMs": 1.0, "stops": 0},
             "shed": {"count": 0, "active": false, "reasons": {}}, "reportAgeMs": 400.0,
             "reduced": []}
            """)
        .put("slot", slot)
        .put("pid", 1000 + slot);
  }

  /** A slot that waits to start a worker: nothing is known of one. */
  static JsonObject inBackoff(int slot) {
    return new JsonObject(
            """
            {"generation": 2, "pid": null, "state": "backoff", "backoffLeftMs": 3200.0,
             "restarts": 4, "lastExit": null, "reduced": []}
            """)
        .put("slot", slot);
  }

  static JsonObject event(String text) {
    return new JsonObject().put("at", "2026-01-02T03:04:05.678Z").put("text", text);
  }
}
