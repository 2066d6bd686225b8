package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jvmcluster.supervisor.compare.ComparisonPlan.FaultPlan;
import org.jvmcluster.supervisor.compare.ComparisonPlan.IsolationPlan;
import org.jvmcluster.supervisor.compare.ComparisonPlan.SweepPlan;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.Environment;
import org.jvmcluster.supervisor.compare.result.Isolation;
import org.jvmcluster.supervisor.compare.result.SweepPoint;
import org.jvmcluster.supervisor.config.DurationText;
import org.jvmcluster.supervisor.config.ServiceMode;
import org.jvmcluster.supervisor.load.LoadMix;
import org.jvmcluster.supervisor.process.ProcessReader;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * Makes a comparison: starts all arms, warms them up, loads each once a round, then looks at
 * isolation, memory and faults, and at last sweeps over numbers of workers. Used once, by one
 * thread; only {@link #close} may be called by another.
 */
public final class ComparisonRunner implements AutoCloseable {
  /** A request of the sweep that takes longer is a failed one. */
  private static final Duration SWEEP_TIMEOUT = Duration.ofSeconds(30);

  private final ComparisonPlan plan;
  private final Consumer<String> progress;
  private final ArmProcesses processes = new ArmProcesses();
  private final EnvironmentReading machine = new EnvironmentReading(Path.of("/"));

  /** Set by any thread, read by the measuring one. */
  private volatile boolean closed;

  private final AtomicBoolean outOfTime = new AtomicBoolean();

  /**
   * A comparison that has not begun.
   *
   * @param progress is given a line for each phase, and the last lines of what failed
   */
  public ComparisonRunner(ComparisonPlan plan, Consumer<String> progress) {
    this.plan = requireNonNull(plan, "plan");
    requireNonNull(progress, "progress");
    // That arms fail which somebody ends is no news.
    this.progress =
        line -> {
          if (!closed) {
            progress.accept(line);
          }
        };
  }

  /**
   * Makes it. Everything that was started has ended when it returns, however it returns.
   *
   * @throws ComparisonException when no arm is left, memory does not suffice or time is out
   * @throws InterruptedException when the thread is interrupted by anybody else
   */
  public Comparison run() throws ComparisonException, InterruptedException {
    ScheduledThreadPoolExecutor limit = limit(Thread.currentThread());
    try {
      return measure();
    } catch (InterruptedException e) {
      if (!outOfTime.get()) {
        throw e;
      }
      throw new ComparisonException(
          "the comparison did not end within "
              + DurationText.format(plan.limit())
              + "; give it longer with --timeout, or less to do");
    } finally {
      limit.shutdownNow();
      close();
    }
  }

  private ScheduledThreadPoolExecutor limit(Thread measuring) {
    ScheduledThreadPoolExecutor executor = ChoreThread.scheduler("compare-limit");
    ScheduledFuture<?> unusedTask =
        executor.schedule(
            () -> {
              outOfTime.set(true);
              measuring.interrupt();
            },
            plan.limit().toMillis(),
            TimeUnit.MILLISECONDS);
    return executor;
  }

  private Comparison measure() throws ComparisonException, InterruptedException {
    if (plan.sweep().isPresent()) {
      MemoryNeed.require(plan.sweep().get().workers(), machine.availableBytes());
    }
    boolean withNode = plan.arms().stream().anyMatch(arm -> arm.arm().kind() == ArmKind.NODE);
    Optional<String> node = withNode ? NodeArm.version() : Optional.empty();
    Environment environment = machine.read(plan.version(), node, plan.command());
    progress.accept(
        environment.processor()
            + ", "
            + environment.allowedCores()
            + " cores, load average "
            + environment.loadBefore());
    Measuring measuring = new Measuring(ArmProcess.PROC, environment.allowedCores());
    Lineup arms = new Lineup(specs(withNode && node.isEmpty()), processes, progress);
    if (!arms.all().isEmpty()) {
      compare(arms, measuring);
      arms.stop();
    }
    List<SweepPoint> sweep =
        plan.sweep().isPresent() ? sweep(plan.sweep().get(), measuring) : List.of();
    return new Comparison(
        environment,
        plan.load().description(plan.rounds(), plan.sweep().map(SweepPlan::path)),
        arms.all().stream().map(ArmLedger::result).toList(),
        sweep);
  }

  private List<ArmSpec> specs(boolean nodeIsMissing) {
    if (!nodeIsMissing) {
      return plan.arms();
    }
    progress.accept(
        "Node is not installed here, or not on the PATH: its arm is left out; the others go on");
    return plan.arms().stream().filter(arm -> arm.arm().kind() != ArmKind.NODE).toList();
  }

  private void compare(Lineup arms, Measuring measuring)
      throws ComparisonException, InterruptedException {
    progress.accept("starting " + count(arms.all().size(), "arm"));
    arms.start();
    progress.accept("warming up");
    arms.each("to warm up", (ledger, arm) -> WarmUp.run(arm, plan.load()));
    for (int i = 1; i <= plan.rounds(); i++) {
      int round = i;
      progress.accept("round " + round + " of " + plan.rounds());
      arms.round(
          round,
          "in round " + round,
          (ledger, arm) -> ledger.add(measuring.run(arm, plan.load(), round)));
    }
    if (plan.isolation().isPresent()) {
      isolation(arms, plan.isolation().get());
    }
    progress.accept("memory");
    ProcessReader reader = new ProcessReader();
    arms.each("to tell its memory", (ledger, arm) -> ledger.memory(MemoryReading.of(arm, reader)));
    if (plan.faults().isPresent()) {
      faults(arms, plan.faults().get());
    }
  }

  private void isolation(Lineup arms, IsolationPlan isolation)
      throws ComparisonException, InterruptedException {
    progress.accept(
        "isolation: "
            + isolation.lightPath()
            + " behind "
            + IsolationProbe.HEAVY_AT_ONCE
            + " x "
            + isolation.heavyPath());
    // The first one makes what the heavy path works on, and is not measured.
    arms.each("beside heavy requests", (ledger, arm) -> beside(isolation, arm));
    Map<ArmLedger, List<Isolation.Round>> measured = new HashMap<>();
    for (int round = 1; round <= plan.rounds(); round++) {
      arms.round(
          round,
          "beside heavy requests",
          (ledger, arm) -> {
            List<Isolation.Round> rounds =
                measured.computeIfAbsent(ledger, any -> new ArrayList<>());
            beside(isolation, arm).ifPresent(rounds::add);
            if (!rounds.isEmpty()) {
              ledger.isolation(
                  new Isolation(
                      isolation.lightPath(),
                      isolation.heavyPath(),
                      IsolationProbe.HEAVY_AT_ONCE,
                      rounds));
            }
          });
    }
  }

  /** One round; empty for a service whose paths are not known. */
  private static Optional<Isolation.Round> beside(IsolationPlan isolation, RunningArm arm)
      throws ArmException, InterruptedException {
    return arm.arm().kind() == ArmKind.SERVICE && !isolation.services()
        ? Optional.empty()
        : Optional.of(new IsolationProbe(arm, isolation).round());
  }

  private void faults(Lineup arms, FaultPlan faults)
      throws ComparisonException, InterruptedException {
    progress.accept("kill -9 of a worker under " + faults.rate() + " requests/s");
    arms.each(
        "after a kill",
        (ledger, arm) -> {
          if (FaultProbe.canKill(arm)) {
            ledger.kill(new FaultProbe(arm, faults).kill());
          }
        });
    progress.accept("rolling restart under " + faults.rate() + " requests/s");
    arms.each(
        "to restart",
        (ledger, arm) -> {
          if (arm.canRestart()) {
            ledger.restart(new FaultProbe(arm, faults).restart());
          }
        });
  }

  private List<SweepPoint> sweep(SweepPlan sweep, Measuring measuring)
      throws ComparisonException, InterruptedException {
    progress.accept(
        "sweep over "
            + sweep.path()
            + ": starting fleets of "
            + String.join(", ", sweep.workers().stream().map(String::valueOf).toList())
            + " workers");
    Lineup fleets =
        new Lineup(
            sweep.workers().stream()
                .map(
                    workers ->
                        new ArmSpec.Own(
                            ServiceMode.PROCESSES, workers, sweep.listen(), sweep.runOptions()))
                .toList(),
            processes,
            progress);
    LoadShape load =
        LoadShape.closedLoop(
            LoadMix.of(sweep.path()), sweep.concurrency(), sweep.seconds(), SWEEP_TIMEOUT);
    fleets.start();
    fleets.each("to warm up", (ledger, arm) -> WarmUp.run(arm, load));
    for (int i = 1; i <= plan.rounds(); i++) {
      int round = i;
      progress.accept("sweep, round " + round + " of " + plan.rounds());
      fleets.round(
          round, "in round " + round, (ledger, arm) -> ledger.add(measuring.run(arm, load, round)));
    }
    fleets.stop();
    return fleets.all().stream()
        .filter(ledger -> !ledger.runs().isEmpty())
        .map(ledger -> new SweepPoint(ledger.spec().arm().workers().orElseThrow(), ledger.runs()))
        .toList();
  }

  private static String count(int number, String what) {
    return number == 1 ? "1 " + what : number + " " + what + "s";
  }

  /** Ends everything that was started; a comparison that still runs fails. Any thread. */
  @Override
  public void close() {
    closed = true;
    processes.close();
  }
}
