package org.jvmcluster.supervisor.it;

import io.vertx.core.json.JsonObject;

/** Figures of the entry of a worker, for conditions that wait for them. */
final class Figure {
  private Figure() {}

  /** Not a number while there is no sample: that is neither much nor little. */
  static double of(JsonObject worker, String group, String name) {
    Double value = worker.getJsonObject(group).getDouble(name);
    return value == null ? Double.NaN : value;
  }

  /** For what is counted and summed up, where nothing reported is nothing yet. */
  static double orZero(JsonObject worker, String group, String name) {
    double value = of(worker, group, name);
    return Double.isNaN(value) ? 0 : value;
  }
}
