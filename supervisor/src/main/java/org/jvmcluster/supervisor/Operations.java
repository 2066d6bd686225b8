package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.config.ConfigDocument;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ServiceMode;
import org.jvmcluster.supervisor.config.Settings;
import org.jvmcluster.supervisor.control.AdminBackend;
import org.jvmcluster.supervisor.control.Progress;
import org.jvmcluster.supervisor.control.Strain;
import org.jvmcluster.supervisor.control.WorkerDump;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.WorkerState;
import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.metrics.MetricsPage;
import org.jvmcluster.supervisor.report.StatusDocument;
import org.jvmcluster.supervisor.report.Window;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * What operators can ask of a running supervisor, over the admin API or by signal. Every method
 * returns at once: answers come from the last view, orders become events. Safe for any thread.
 */
final class Operations implements AdminBackend, AutoCloseable {
  /** Restarts that wait for their configuration to be read; a second is refused anyway. */
  private static final int MAX_WAITING = 16;

  private final SupervisorLoop loop;
  private final Orders orders;
  private final Configuration configuration;
  private final GenerationPlans plans;
  private final StatusDocument document;
  private final WorkerHandles handles;
  private final WorkerDumps dumps;
  private final MetricsPage metrics;
  private final ThreadPoolExecutor reader;

  /**
   * The configured number of workers that was applied last; at the start, the first one. Written by
   * the loop, read by the reader.
   */
  private volatile OptionalInt appliedWorkers;

  Operations(
      SupervisorLoop loop,
      Orders orders,
      Configuration configuration,
      GenerationPlans plans,
      StatusDocument document,
      MetricsPage metrics,
      WorkerHandles handles,
      WorkerDumps dumps) {
    this.loop = requireNonNull(loop, "loop");
    this.orders = requireNonNull(orders, "orders");
    this.configuration = requireNonNull(configuration, "configuration");
    this.plans = requireNonNull(plans, "plans");
    this.document = requireNonNull(document, "document");
    this.metrics = requireNonNull(metrics, "metrics");
    this.handles = requireNonNull(handles, "handles");
    this.dumps = requireNonNull(dumps, "dumps");
    this.appliedWorkers = configuration.next().config().fixedProcesses();
    this.reader = ChoreThread.queue("configuration", MAX_WAITING);
  }

  @Override
  public JsonObject status(Window window) {
    return document.of(loop.view(), window);
  }

  @Override
  public Optional<JsonObject> worker(Slot slot, Window window) {
    return document.ofSlot(loop.view(), slot, window);
  }

  @Override
  public MetricsPage.Scrape metrics(String accept) {
    return metrics.scrape(accept);
  }

  @Override
  public FleetView fleet() {
    return loop.view();
  }

  @Override
  public Strain strain(LaunchId launch) {
    return handles.find(launch).map(WorkerHandle::strain).orElse(Strain.NONE);
  }

  @Override
  public CompletionStage<WorkerDump> dump(Slot slot) {
    return dumps.ofSlot(slot);
  }

  /** A {@link ConfigDocument} of the running generation, with its number as {@code generation}. */
  @Override
  public JsonObject config() {
    FleetView view = loop.view();
    Settings settings =
        plans.find(view.generation()).map(GenerationPlan::settings).orElse(configuration.next());
    return ConfigDocument.json(settings).put("generation", view.generation().number());
  }

  /** What the next generation is made under. */
  Settings nextSettings() {
    return configuration.next();
  }

  /** Reads the configuration again, then restarts; with a broken one nothing changes. */
  @Override
  public void restart(Progress progress) {
    try {
      reader.execute(() -> readAndRestart(progress));
    } catch (RejectedExecutionException e) {
      progress.complete(new Outcome.Busy("the supervisor stops, or too many restarts wait"));
    }
  }

  private void readAndRestart(Progress progress) {
    try {
      configuration.reread();
    } catch (ConfigException e) {
      progress.complete(
          new Outcome.Undone("bad configuration, nothing was changed: " + e.getMessage()));
      return;
    }
    OptionalInt workers = configuration.next().config().fixedProcesses();
    // Compared with what was applied, not with what was read before: the restart of that reading
    // may have been refused or undone.
    Progress follow =
        workers.isPresent() && !workers.equals(appliedWorkers)
            ? new ThenScale(progress, workers.getAsInt())
            : progress;
    loop.post(new FleetEvent.RestartAsked(orders.open(new OldLimitsIfUndone(follow))));
  }

  /**
   * The limits of a new generation hold from the moment it is prepared; when it is undone, those of
   * the generation that serves must hold again. On the loop's thread.
   */
  private final class OldLimitsIfUndone implements Progress {
    private final Progress progress;

    OldLimitsIfUndone(Progress progress) {
      this.progress = progress;
    }

    @Override
    public void step(Occurrence step) {
      progress.step(step);
    }

    @Override
    public void complete(Outcome outcome) {
      if (!(outcome instanceof Outcome.Done)) {
        FleetView view = loop.view();
        plans
            .find(view.generation())
            .map(plan -> GenerationPlans.fleetSettings(plan.config(), Math.max(1, slots(view))))
            .ifPresent(settings -> loop.post(new FleetEvent.SettingsChanged(settings)));
      }
      progress.complete(outcome);
    }
  }

  /** A changed number of workers is applied once the restart is through. On the loop's thread. */
  private final class ThenScale implements Progress {
    private final Progress progress;
    private final int workers;
    private boolean isRestarted;

    ThenScale(Progress progress, int workers) {
      this.progress = progress;
      this.workers = workers;
    }

    @Override
    public void step(Occurrence step) {
      progress.step(step);
    }

    @Override
    public void complete(Outcome outcome) {
      if (!(outcome instanceof Outcome.Done)) {
        progress.complete(outcome);
      } else if (isRestarted) {
        appliedWorkers = OptionalInt.of(workers);
        progress.complete(outcome);
      } else {
        isRestarted = true;
        scale(workers, this);
      }
    }
  }

  @Override
  public void scale(int workers, Progress progress) {
    Optional<String> obstacle = scaleObstacle(configuration.next().config().mode());
    if (obstacle.isPresent()) {
      progress.complete(new Outcome.Refused(obstacle.get()));
      return;
    }
    loop.post(new FleetEvent.ScaleAsked(orders.open(progress), workers));
  }

  /** Why this mode has always one worker, and the mend. */
  private static Optional<String> scaleObstacle(ServiceMode mode) {
    return switch (mode) {
      case PROCESSES -> Optional.empty();
      case THREADS ->
          Optional.of(
              "in mode threads there is one worker, whose compute threads are fixed at its start:"
                  + " change workers in the configuration and restart, or start the supervisor anew"
                  + " with --workers N");
      case SINGLE ->
          Optional.of(
              "in mode single there is one worker with one event loop: start the supervisor anew"
                  + " with --mode processes to have more");
    };
  }

  /** One worker more or fewer than there are slots now. */
  void scaleBy(int difference, Progress progress) {
    int wanted = slots(loop.view()) + difference;
    if (wanted < 1) {
      progress.complete(new Outcome.Failed("the last worker stays; use TERM to stop"));
      return;
    }
    scale(wanted, progress);
  }

  @Override
  public void stop(boolean now, Progress progress) {
    loop.post(new FleetEvent.StopAsked(orders.open(progress), now));
  }

  /** How many slots there are, each counted once while it holds two workers. */
  static int slots(FleetView view) {
    return (int) view.workers().stream().map(FleetView.WorkerView::slot).distinct().count();
  }

  /** Whether every slot has a ready worker. */
  static boolean isAllReady(FleetView view) {
    return view.workers().stream().allMatch(worker -> worker.state() == WorkerState.READY);
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
