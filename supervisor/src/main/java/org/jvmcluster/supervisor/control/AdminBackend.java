package org.jvmcluster.supervisor.control;

import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.metrics.MetricsPage;
import org.jvmcluster.supervisor.report.Window;

/**
 * What the admin API asks a supervisor. Called on the API's event loop: every method returns at
 * once, questions from what is known at that moment, orders by handing them to the supervisor loop.
 */
public interface AdminBackend {
  /** The status document. */
  JsonObject status(Window window);

  /** The workers of a slot as in the status document; empty when there is no such slot. */
  Optional<JsonObject> worker(Slot slot, Window window);

  /** The effective configuration, with the origin of each value. */
  JsonObject config();

  /**
   * All metrics. The one question that is not asked on the event loop: the first scrape loads a few
   * hundred classes.
   *
   * @param accept the header of that name, empty when there is none
   */
  MetricsPage.Scrape metrics(String accept);

  /** The fleet as it was last decided. */
  FleetView fleet();

  /** What keeps a worker from serving; none for one that is not known. */
  Strain strain(LaunchId launch);

  /**
   * What the threads of a slot's workers are at. The only question that a worker is asked for; its
   * answer, or that there is none, comes within seconds, on any thread, and never fails.
   */
  CompletionStage<WorkerDump> dump(Slot slot);

  /** Replace every worker. The asker may leave; the restart goes on. */
  void restart(Progress progress);

  /**
   * Have so many workers.
   *
   * @param workers 1 to 1024
   */
  void scale(int workers, Progress progress);

  /** End everything. */
  void stop(boolean now, Progress progress);
}
