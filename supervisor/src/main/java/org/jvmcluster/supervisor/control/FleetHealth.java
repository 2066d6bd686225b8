package org.jvmcluster.supervisor.control;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.State;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerView;

/**
 * Health in the form of MicroProfile Health 3.1: {@code {"status": "UP|DOWN", "checks": [{"name",
 * "status", "data"}]}}, with one check a worker. Judged from what the fleet knows; no worker is
 * asked, so a hanging one delays no probe.
 */
enum FleetHealth {
  /** A process exists. The fleet lives while the supervisor answers: it replaces what dies. */
  LIVE {
    @Override
    boolean isUp(WorkerView worker) {
      return worker.state() != WorkerState.BACKOFF && worker.state() != WorkerState.EXITED;
    }

    @Override
    boolean isUp(FleetView fleet) {
      return true;
    }
  },
  /** Accepts connections. The fleet is ready while one worker is: it serves for all slots. */
  READY {
    @Override
    boolean isUp(WorkerView worker) {
      return worker.state() == WorkerState.READY;
    }

    @Override
    boolean isUp(FleetView fleet) {
      return fleet.state() != State.STOPPING && fleet.workers().stream().anyMatch(this::isUp);
    }
  },
  /** Was ready once. The fleet has started when its first start is over. */
  STARTED {
    @Override
    boolean isUp(WorkerView worker) {
      return switch (worker.state()) {
        case READY, DRAINING, BLOCKED -> true;
        case STARTING, WARMING, EXITED, BACKOFF -> false;
      };
    }

    @Override
    boolean isUp(FleetView fleet) {
      return fleet.state() != State.STARTING;
    }
  };

  abstract boolean isUp(WorkerView worker);

  abstract boolean isUp(FleetView fleet);

  /** The last part of the path: {@code live}, {@code ready}, {@code started}. */
  String pathName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Of the whole fleet. */
  JsonObject of(FleetView fleet) {
    return document(isUp(fleet), fleet.workers());
  }

  /** Of one slot, whose workers these are: up when one of them is. */
  JsonObject of(List<WorkerView> workers) {
    Predicate<WorkerView> isUp = this::isUp;
    return document(workers.stream().anyMatch(isUp), workers);
  }

  static boolean isUp(JsonObject health) {
    return "UP".equals(health.getString("status"));
  }

  private JsonObject document(boolean isUp, List<WorkerView> workers) {
    JsonArray checks = new JsonArray();
    workers.forEach(worker -> checks.add(check(worker)));
    return new JsonObject().put("status", word(isUp)).put("checks", checks);
  }

  private JsonObject check(WorkerView worker) {
    JsonObject data =
        new JsonObject()
            .put("generation", worker.generation().number())
            .put("state", worker.state().name().toLowerCase(Locale.ROOT));
    worker.pid().ifPresent(pid -> data.put("pid", pid));
    return new JsonObject()
        .put("name", "worker-" + worker.slot())
        .put("status", word(isUp(worker)))
        .put("data", data);
  }

  private static String word(boolean isUp) {
    return isUp ? "UP" : "DOWN";
  }
}
