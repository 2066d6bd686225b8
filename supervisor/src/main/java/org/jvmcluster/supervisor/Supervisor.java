package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.config.ServiceMode;
import org.jvmcluster.supervisor.config.Settings;
import org.jvmcluster.supervisor.config.SupervisorConfig;
import org.jvmcluster.supervisor.control.AdminServer;
import org.jvmcluster.supervisor.control.Progress;
import org.jvmcluster.supervisor.directory.DirectoryException;
import org.jvmcluster.supervisor.directory.RuntimeDirectory;
import org.jvmcluster.supervisor.directory.StateDirectory;
import org.jvmcluster.supervisor.fleet.Fleet;
import org.jvmcluster.supervisor.fleet.FleetCommand;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.listener.ListenException;
import org.jvmcluster.supervisor.listener.PortInUseException;
import org.jvmcluster.supervisor.listener.SlotSockets;
import org.jvmcluster.supervisor.metrics.FleetSample;
import org.jvmcluster.supervisor.metrics.MetricsPage;
import org.jvmcluster.supervisor.process.Cores;
import org.jvmcluster.supervisor.process.Finding;
import org.jvmcluster.supervisor.process.GenerationException;
import org.jvmcluster.supervisor.process.GenerationStore;
import org.jvmcluster.supervisor.process.HeapSize;
import org.jvmcluster.supervisor.process.MemoryLimit;
import org.jvmcluster.supervisor.process.Preflight;
import org.jvmcluster.supervisor.process.Signals;
import org.jvmcluster.supervisor.process.WorkerJvmOptions;
import org.jvmcluster.supervisor.process.WorkerProcess;
import org.jvmcluster.supervisor.report.EndingCounts;
import org.jvmcluster.supervisor.report.EventFile;
import org.jvmcluster.supervisor.report.EventLog;
import org.jvmcluster.supervisor.report.KernelCounters;
import org.jvmcluster.supervisor.report.ReadingStore;
import org.jvmcluster.supervisor.report.RestartKernelWatch;
import org.jvmcluster.supervisor.report.StatusDocument;
import org.jvmcluster.supervisor.report.SupervisorFacts;
import org.jvmcluster.supervisor.report.Window;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A foreground supervisor, from its first look at the machine to the removal of its last file.
 * Opens the edges, connects them with the loop, and lends it the calling thread.
 */
public final class Supervisor {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

  private final ConfigSources sources;
  private final Settings settings;
  private final Installation installation;
  private final String version;
  private final RunConsole console;
  private final NanoClock clock = NanoClock.SYSTEM;
  private final long startedNanos = clock.nanos();

  /**
   * @param sources read again at every restart
   * @param settings what they said now
   * @param version of this program
   */
  public Supervisor(
      ConfigSources sources,
      Settings settings,
      Installation installation,
      String version,
      RunConsole console) {
    this.sources = requireNonNull(sources, "sources");
    this.settings = requireNonNull(settings, "settings");
    this.installation = requireNonNull(installation, "installation");
    this.version = requireNonNull(version, "version");
    this.console = requireNonNull(console, "console");
  }

  /**
   * Runs until it is stopped or cannot go on. Takes over TERM, INT, HUP, USR1, TTIN and TTOU.
   *
   * @return 0, or 1 when something was cut or nothing ever started
   * @throws StartFailure when there was nothing to run; what was made is removed
   */
  public int run() throws StartFailure {
    StopSwitch stop = new StopSwitch(Thread.currentThread());
    Signals.handle(Map.of(Signals.Name.TERM, stop::press, Signals.Name.INT, stop::press))
        .forEach(LOG::warn);
    SignalOrders.ignoreDuringStart();
    try {
      return runAndClose(stop);
    } catch (StartFailure e) {
      if (!stop.isThrown()) {
        throw e;
      }
      // An interrupt breaks off whatever the start was at, which then fails in its own words.
      LOG.info("stopped before anything was started");
      return 0;
    }
  }

  private int runAndClose(StopSwitch stop) throws StartFailure {
    try (Closing closing = new Closing()) {
      try {
        return run(stop, closing);
      } finally {
        // The closing waits for what it ends and removes the directory. An interrupt would break
        // that off: the one that ended the start, or that of a stop that comes only now.
        stop.holdOff();
        boolean unused = Thread.interrupted();
      }
    } catch (InterruptedException e) {
      throw new StartFailure(StartFailure.Kind.FAILED, e);
    } catch (DirectoryException.InUse | PortInUseException e) {
      throw new StartFailure(StartFailure.Kind.IN_USE, e);
    } catch (DirectoryException.BadPlace | ListenException e) {
      throw new StartFailure(StartFailure.Kind.BAD_CONFIGURATION, e);
    } catch (DirectoryException | GenerationException | IOException e) {
      throw new StartFailure(StartFailure.Kind.FAILED, e);
    }
  }

  private int run(StopSwitch stop, Closing closing)
      throws StartFailure,
          DirectoryException,
          PortInUseException,
          ListenException,
          GenerationException,
          IOException,
          InterruptedException {
    SupervisorConfig config = settings.config();
    Cores cores = Cores.ofThisProcess();
    int workers = config.processes(cores.count());
    if (config.mode() != ServiceMode.PROCESSES) {
      LOG.info("{}", describeMode(config, cores));
    } else if (config.workers().fixed().isEmpty()) {
      LOG.info("workers auto = {}, from {}", workers, cores.source());
    }
    examineMachine(config, workers);

    Place place = Place.take(config, workers, stop, closing);
    SlotSockets sockets = place.sockets();
    console.opened(sockets.port().address(), sockets.port().port(), ProcessHandle.current().pid());
    StateDirectory state = StateDirectory.open(place.locations(), sockets.port().port());
    state.warning().ifPresent(LOG::warn);

    EventLog events = closing.own(eventLog(state));
    ReadingStore readings = new ReadingStore(clock);
    WorkerHandles handles = new WorkerHandles();
    Orders orders = new Orders();
    Fleet fleet =
        new Fleet(
            GenerationPlans.fleetSettings(config, workers),
            ThreadLocalRandom.current()::nextDouble);
    SupervisorLoop loop = new SupervisorLoop(fleet, clock);
    GenerationPlans plans =
        closing.own(
            new GenerationPlans(
                new GenerationStore(place.directory().generations()),
                installation,
                cores.count(),
                () -> Math.max(workers, Operations.slots(loop.view())),
                loop::post));
    plans.make(Generation.FIRST, settings);

    ProcessSampler sampler = closing.own(new ProcessSampler(() -> watchedPids(handles), clock));
    RestartKernelWatch kernel =
        new RestartKernelWatch(() -> KernelCounters.read(KernelCounters.NETSTAT));
    SupervisorFacts facts = facts(config, cores, sockets);
    StatusDocument document = new StatusDocument(facts, readings, sampler, kernel, clock);
    EndingCounts endings = new EndingCounts();
    MetricsPage metrics =
        new MetricsPage(() -> FleetSample.take(facts, loop.view(), readings, endings, sampler));
    Edges edges =
        Edges.open(
            place, handles, readings, new OccurrenceLog(events), state.path(), loop::post, closing);
    Operations operations =
        closing.own(
            new Operations(
                loop,
                orders,
                new Configuration(sources, settings),
                plans,
                document,
                metrics,
                handles,
                edges.dumps()));
    CommandExecutor executor =
        new CommandExecutor(
            loop::post, handles, plans, operations::nextSettings, edges, orders, new Rebalancing());
    openAdmin(config, place.directory(), operations, events, closing);

    SignalOrders signals = new SignalOrders(operations, events);
    StartAnnouncement announcement =
        closing.own(
            new StartAnnouncement(console, view -> document.of(view, Window.LAST_10_SECONDS)));
    loop.observe(view -> kernel.observe(view.restart()));
    loop.observe(endings::observe);
    loop.observe(signals::observe);
    loop.observe(announcement::observe);
    signals.listen();
    sampler.start();
    if (!stop.connect(now -> operations.stop(now, new Silent()))) {
      throw new InterruptedException("stopped during the start");
    }
    loop.post(new FleetEvent.Opened());
    FleetCommand.Finish finish = loop.run(executor, executor::beat);
    if (finish.failed()) {
      handles.lastWords().forEach(words -> console.lastWords(words.text()));
      LOG.error("{}", finish.reason());
    }
    // Asked after the fleet had ended, so it was not begun.
    orders.completeAll(new Outcome.Busy("the supervisor has stopped"));
    return finish.failed() ? 1 : 0;
  }

  private static String describeMode(SupervisorConfig config, Cores cores) {
    String count =
        config.mode() == ServiceMode.THREADS
            ? config.computeThreads(cores.count()) + " compute threads"
            : "everything on its event loop";
    return "mode " + config.mode().name().toLowerCase(Locale.ROOT) + ": one worker, " + count;
  }

  private void examineMachine(SupervisorConfig config, int workers) throws StartFailure {
    HeapSize heap = HeapSize.of(MemoryLimit.ofThisProcess(), workers);
    List<Finding> findings =
        new Preflight()
            .examine(
                new Preflight.Plan(
                    workers,
                    config.backlog(),
                    WorkerJvmOptions.of(heap, config.jvmOptions()).heapMaxBytes(),
                    SlotSockets.unavailable()));
    for (Finding finding : findings) {
      switch (finding.severity()) {
        case ERROR -> throw new StartFailure(StartFailure.Kind.FAILED, finding.line());
        case WARNING -> LOG.warn("{}", finding.line());
        case NOTE -> LOG.info("{}", finding.line());
      }
    }
  }

  private static void openAdmin(
      SupervisorConfig config,
      RuntimeDirectory directory,
      Operations operations,
      EventLog events,
      Closing closing)
      throws IOException {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setPreferNativeTransport(true)
                // It answers a few requests a second.
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1));
    closing.own(
        () -> vertx.close().toCompletionStage().toCompletableFuture().get(2, TimeUnit.SECONDS));
    closing.own(AdminServer.openOnSocket(vertx, directory.adminSocket(), operations, events));
    OptionalInt port = config.adminPort();
    if (port.isPresent()) {
      closing.own(AdminServer.openReadOnlyOnPort(vertx, port.getAsInt(), operations, events));
      LOG.info("admin API for reading at http://127.0.0.1:{}/status", port.getAsInt());
    }
  }

  private static EventLog eventLog(StateDirectory state) {
    return state.path().map(path -> new EventLog(new EventFile(path))).orElseGet(EventLog::new);
  }

  private SupervisorFacts facts(SupervisorConfig config, Cores cores, SlotSockets sockets) {
    return new SupervisorFacts(
        ProcessHandle.current().pid(),
        version,
        System.getProperty("java.version", "unknown"),
        startedNanos,
        cores.count(),
        config.mode().name().toLowerCase(Locale.ROOT),
        config.listen().name().toLowerCase(Locale.ROOT),
        config.accept().name().toLowerCase(Locale.ROOT),
        sockets.port().address(),
        sockets.port().port());
  }

  private static Set<Long> watchedPids(WorkerHandles handles) {
    return Stream.concat(
            Stream.of(ProcessHandle.current().pid()),
            handles.all().stream()
                .flatMap(handle -> handle.process().stream())
                .map(WorkerProcess::pid))
        .collect(Collectors.toSet());
  }

  /** Whoever stopped by a signal reads the log. */
  private static final class Silent implements Progress {
    @Override
    public void step(Occurrence step) {}

    @Override
    public void complete(Outcome outcome) {}
  }
}
