package org.jvmcluster.supervisor.control;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.State;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;

/**
 * Health in the form of MicroProfile Health 3.1: {@code {"status": "UP|DOWN", "checks": [{"name",
 * "status", "data"}]}}, with one check a worker. Judged from what the fleet knows and from the
 * latest reports; no worker is asked, so a hanging one delays no probe.
 */
enum FleetHealth {
  /**
   * A process exists, however busy it is. The fleet lives while the supervisor answers: it replaces
   * what dies or hangs.
   */
  LIVE {
    @Override
    boolean isUp(WorkerView worker, Strain strain) {
      return worker.state() != WorkerState.BACKOFF && worker.state() != WorkerState.EXITED;
    }

    @Override
    boolean isUp(FleetView fleet, Function<WorkerView, Strain> strains) {
      return true;
    }
  },
  /**
   * Accepts connections, is not blocked and does not refuse requests. The fleet is ready while one
   * worker is: it serves for all slots.
   */
  READY {
    @Override
    boolean isUp(WorkerView worker, Strain strain) {
      return worker.state() == WorkerState.READY && strain.isNone();
    }

    @Override
    boolean isUp(FleetView fleet, Function<WorkerView, Strain> strains) {
      return fleet.state() != State.STOPPING
          && fleet.workers().stream().anyMatch(worker -> isUp(worker, strains.apply(worker)));
    }
  },
  /** Was ready once. The fleet has started when its first start is over. */
  STARTED {
    @Override
    boolean isUp(WorkerView worker, Strain strain) {
      return switch (worker.state()) {
        case READY, DRAINING, BLOCKED -> true;
        case STARTING, WARMING, EXITED, BACKOFF -> false;
      };
    }

    @Override
    boolean isUp(FleetView fleet, Function<WorkerView, Strain> strains) {
      return fleet.state() != State.STARTING;
    }
  };

  abstract boolean isUp(WorkerView worker, Strain strain);

  abstract boolean isUp(FleetView fleet, Function<WorkerView, Strain> strains);

  /** The last part of the path: {@code live}, {@code ready}, {@code started}. */
  String pathName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Of the whole fleet.
   *
   * @param strains what keeps each worker from serving
   */
  JsonObject of(FleetView fleet, Function<WorkerView, Strain> strains) {
    return document(isUp(fleet, strains), fleet.workers(), strains);
  }

  /** Of one slot, whose workers these are: up when one of them is. */
  JsonObject of(List<WorkerView> workers, Function<WorkerView, Strain> strains) {
    boolean isUp = workers.stream().anyMatch(worker -> isUp(worker, strains.apply(worker)));
    return document(isUp, workers, strains);
  }

  static boolean isUp(JsonObject health) {
    return "UP".equals(health.getString("status"));
  }

  private JsonObject document(
      boolean isUp, List<WorkerView> workers, Function<WorkerView, Strain> strains) {
    JsonArray checks = new JsonArray();
    workers.forEach(worker -> checks.add(check(worker, strains.apply(worker))));
    return new JsonObject().put("status", word(isUp)).put("checks", checks);
  }

  private JsonObject check(WorkerView worker, Strain strain) {
    JsonObject data =
        new JsonObject()
            .put("generation", worker.generation().number())
            .put("state", worker.state().name().toLowerCase(Locale.ROOT));
    data.put("blocked", strain.isBlocked()).put("shedding", strain.isShedding());
    worker.pid().ifPresent(pid -> data.put("pid", pid));
    return new JsonObject()
        .put("name", "worker-" + worker.slot())
        .put("status", word(isUp(worker, strain)))
        .put("data", data);
  }

  private static String word(boolean isUp) {
    return isUp ? "UP" : "DOWN";
  }
}
