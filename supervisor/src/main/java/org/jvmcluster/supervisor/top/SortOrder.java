package org.jvmcluster.supervisor.top;

import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import org.jvmcluster.supervisor.report.FigureText;

/** By which column workers are sorted: figures from the largest down, what is not known last. */
enum SortOrder {
  /** As they come: by slot, the older worker of one first. */
  SLOT("slot", "", ""),
  LATENCY("p99", "latency", "p99Ms"),
  LAG("lag", "eventLoop", "lagP99Ms"),
  WAIT("wait", "pool", "waitP99Ms"),
  LOOP("loop%", "eventLoop", "utilization"),
  QUEUE("queue", "pool", "queued"),
  CPU("cpu%", "", "cpuPercent"),
  MEMORY("MB", "", "rssBytes");

  private final String heading;

  /** Where the figure is in a worker's entry; empty for the entry itself. */
  private final String group;

  private final String key;

  SortOrder(String heading, String group, String key) {
    this.heading = heading;
    this.group = group;
    this.key = key;
  }

  /** Of the column. */
  String heading() {
    return heading;
  }

  SortOrder next() {
    return shifted(1);
  }

  SortOrder previous() {
    return shifted(-1);
  }

  private SortOrder shifted(int places) {
    List<SortOrder> all = List.of(values());
    return all.get(Math.floorMod(all.indexOf(this) + places, all.size()));
  }

  /** Workers with equal figures stay as they come. */
  List<JsonObject> sorted(List<JsonObject> workers) {
    return workers.stream()
        .sorted(Comparator.comparingDouble((JsonObject worker) -> -size(worker)))
        .toList();
  }

  private double size(JsonObject worker) {
    JsonObject of = group.isEmpty() ? worker : FigureText.part(worker, group);
    return of.getValue(key) instanceof Number number
        ? number.doubleValue()
        : Double.NEGATIVE_INFINITY;
  }
}
