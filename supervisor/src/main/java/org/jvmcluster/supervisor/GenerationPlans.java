package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.supervisor.config.DurationText;
import org.jvmcluster.supervisor.config.ServiceMode;
import org.jvmcluster.supervisor.config.Settings;
import org.jvmcluster.supervisor.config.SupervisorConfig;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.fleet.FleetSettings;
import org.jvmcluster.supervisor.process.GenerationException;
import org.jvmcluster.supervisor.process.GenerationStore;
import org.jvmcluster.supervisor.process.HeapSize;
import org.jvmcluster.supervisor.process.LaunchRecord;
import org.jvmcluster.supervisor.process.LaunchSettings;
import org.jvmcluster.supervisor.process.MemoryLimit;
import org.jvmcluster.supervisor.process.WorkerJvmOptions;
import org.jvmcluster.supervisor.thread.ChoreThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plans of the generations in use. Copying files takes a while and may wait for a build, so it
 * happens on one thread of its own, {@code generations}; the answer is an event. Safe for any
 * thread.
 */
final class GenerationPlans implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GenerationPlans.class);

  /** The fleet asks for one generation at a time and discards as many; this is far beyond it. */
  private static final int MAX_WAITING = 64;

  /** An interrupted copy ends with the block it is at; only a dead file system takes longer. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final GenerationStore store;
  private final Installation installation;
  private final int cores;
  private final IntSupplier workers;
  private final Consumer<FleetEvent> events;
  private final Map<Generation, GenerationPlan> plans = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor thread;

  /**
   * @param cores that this machine, or the container, allows
   * @param workers how many the fleet has, for the size of their heaps
   * @param events where answers go
   */
  GenerationPlans(
      GenerationStore store,
      Installation installation,
      int cores,
      IntSupplier workers,
      Consumer<FleetEvent> events) {
    this.store = requireNonNull(store, "store");
    this.installation = requireNonNull(installation, "installation");
    this.cores = cores;
    this.workers = requireNonNull(workers, "workers");
    this.events = requireNonNull(events, "events");
    this.thread = ChoreThread.queue("generations", MAX_WAITING);
  }

  /** The part of a configuration that the fleet decides by. */
  static FleetSettings fleetSettings(SupervisorConfig config, int workers) {
    return new FleetSettings(
        workers,
        config.readyTimeout(),
        config.drainTimeout(),
        config.hangTimeout(),
        config.backoff());
  }

  /** Makes a plan on the calling thread; for the first generation, before the loop runs. */
  GenerationPlan make(Generation generation, Settings settings)
      throws GenerationException, InterruptedException {
    SupervisorConfig config = settings.config();
    HeapSize heap = HeapSize.of(MemoryLimit.ofThisProcess(), workers.getAsInt());
    LaunchSettings launch =
        new LaunchSettings(
            LaunchSettings.ownJava(),
            WorkerJvmOptions.of(heap, config.jvmOptions()).options(),
            arguments(config, cores),
            environment(config));
    LaunchRecord record = store.make(generation, installation.bundledService(), launch);
    GenerationPlan plan = new GenerationPlan(record, settings);
    plans.put(generation, plan);
    return plan;
  }

  /** What the bundled service is started with. */
  static List<String> arguments(SupervisorConfig config, int cores) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--event-loops");
    if (config.mode() == ServiceMode.PROCESSES) {
      arguments.add(Integer.toString(config.eventLoops()));
    } else {
      // The other modes are about one loop; more of them would be a fourth mode.
      arguments.add("1");
      arguments.add("--mode");
      arguments.add(config.mode().name().toLowerCase(Locale.ROOT));
    }
    if (config.mode() == ServiceMode.THREADS) {
      arguments.add("--compute-threads");
      arguments.add(Integer.toString(config.computeThreads(cores)));
    }
    if (config.faults()) {
      arguments.add("--faults");
    }
    return List.copyOf(arguments);
  }

  /** What any application's task pool is made from. */
  static Map<String, String> environment(SupervisorConfig config) {
    return Map.of(
        "POOL_SIZE",
        Integer.toString(config.poolSize()),
        "POOL_QUEUE",
        Integer.toString(config.poolQueue()),
        "POOL_SPLIT",
        config.poolSplit() ? "on" : "off",
        // A task that would wait longer than a request may is refused at once.
        "POOL_MAX_WAIT",
        config.shed() ? DurationText.format(config.shedAfter()) : "off");
  }

  /** Makes a plan elsewhere; {@code GenerationPrepared} or {@code GenerationFailed} answers. */
  void prepare(Generation generation, Settings settings) {
    thread.execute(
        () -> {
          try {
            GenerationPlan plan = make(generation, settings);
            LOG.info(
                "generation {} stands ready, content {}",
                generation,
                plan.record().contentHash().substring(0, 12));
            events.accept(
                new FleetEvent.SettingsChanged(fleetSettings(plan.config(), workers.getAsInt())));
            events.accept(new FleetEvent.GenerationPrepared(generation));
          } catch (GenerationException | RuntimeException e) {
            events.accept(
                new FleetEvent.GenerationFailed(generation, String.valueOf(e.getMessage())));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            events.accept(new FleetEvent.GenerationFailed(generation, "interrupted"));
          }
        });
  }

  /** The plan of a generation that was prepared and not discarded. */
  GenerationPlan of(Generation generation) {
    GenerationPlan plan = plans.get(generation);
    if (plan == null) {
      throw new IllegalStateException("generation " + generation + " was never prepared");
    }
    return plan;
  }

  /** As {@link #of}, but empty for a generation that is gone. */
  Optional<GenerationPlan> find(Generation generation) {
    return Optional.ofNullable(plans.get(generation));
  }

  /** Removes its files, elsewhere. */
  void discard(Generation generation) {
    plans.remove(generation);
    thread.execute(
        () -> {
          try {
            store.discard(generation);
          } catch (IOException e) {
            LOG.warn("the files of generation {} stay until the end: {}", generation, e.toString());
          }
        });
  }

  /** Breaks a copy off and waits until it has ended: its folder is removed next. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      if (!thread.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("a generation is still being copied; its files may be left behind");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
