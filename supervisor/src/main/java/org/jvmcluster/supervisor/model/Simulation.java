package org.jvmcluster.supervisor.model;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/**
 * One run of a scenario, event by event, from an empty start until the last answer. Exact but for
 * the histogram: no step in time, no approximation. Chance comes from the seed alone; the same seed
 * gives every discipline the same requests, so that disciplines are compared on one load.
 */
final class Simulation {
  private static final int NOBODY = -1;

  private final Scenario scenario;
  private final Waiting waiting;
  private final Service service;
  private final SplittableRandom times;
  private final SplittableRandom lengths;

  /** Of each client the worker that keeps its connection. */
  private final int[] homes;

  private final ArrayDeque<Integer> freeClients = new ArrayDeque<>();

  /** Due, and no client is free. */
  private final ArrayDeque<Double> unsent = new ArrayDeque<>();

  private final ArrayDeque<Pause> pauses = new ArrayDeque<>();
  private final long[] served;
  private final Histogram latencies = new Histogram(1_000, 2 * Duration.ofHours(1).toNanos(), 3);
  private double now;
  private double nextDue;
  private long due;
  private double waitedNanos;

  private record Pause(double endNanos, int worker) {}

  private Simulation(Scenario scenario, Discipline discipline, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.scenario = scenario;
    this.times = random.split();
    this.lengths = random.split();
    this.waiting = new Waiting(discipline, scenario.workers(), random.split());
    this.service = new Service(scenario.cores().orElse(Double.POSITIVE_INFINITY));
    this.served = new long[scenario.workers()];
    this.homes = new int[scenario.clients().orElse(0)];
    Arrays.fill(homes, NOBODY);
    for (int client = 0; client < homes.length; client++) {
      freeClients.add(client);
    }
    latencies.setAutoResize(true);
    this.nextDue = firstDue();
  }

  static SimulatedRun run(Scenario scenario, Discipline discipline, long seed) {
    return new Simulation(scenario, discipline, seed).run();
  }

  private SimulatedRun run() {
    for (; ; ) {
      double end = service.nextEnd();
      double pause = pauses.isEmpty() ? Double.POSITIVE_INFINITY : pauses.peek().endNanos();
      double next = Math.min(end, Math.min(pause, nextDue));
      if (next == Double.POSITIVE_INFINITY) {
        return result();
      }
      service.advanceTo(next);
      now = next;
      // A worker that becomes free in the same moment is free for what comes in it.
      if (end == next) {
        ended(service.end());
      } else if (pause == next) {
        int worker = pauses.remove().worker();
        waiting.pauseOver(worker).ifPresent(request -> begin(worker, request));
      } else {
        fallDue();
      }
      beginPauses();
    }
  }

  private SimulatedRun result() {
    long busiest = Arrays.stream(served).max().orElseThrow();
    return new SimulatedRun(
        LatencyDistribution.of(latencies),
        now / 1e9,
        service.busyNanos() / (now * scenario.workers()),
        (double) busiest / scenario.requests(),
        waitedNanos / scenario.requests(),
        Arrays.stream(served).boxed().toList());
  }

  private double firstDue() {
    return scenario.demand() instanceof Demand.Open open && open.byChance()
        ? times.nextExponential() / open.perSecond() * 1e9
        : 0;
  }

  /** One request is due; of a closed loop, the first of each client. */
  private void fallDue() {
    double at = nextDue;
    due++;
    nextDue = following(at);
    if (homes.length > 0 && freeClients.isEmpty()) {
      unsent.add(at);
    } else {
      send(at, homes.length == 0 ? NOBODY : freeClients.remove());
    }
  }

  private double following(double at) {
    if (due == scenario.requests()) {
      return Double.POSITIVE_INFINITY;
    }
    if (scenario.demand() instanceof Demand.Open open) {
      return open.byChance()
          ? at + times.nextExponential() / open.perSecond() * 1e9
          : due / open.perSecond() * 1e9;
    }
    boolean allBegan = scenario.demand() instanceof Demand.Closed && due == homes.length;
    return allBegan ? Double.POSITIVE_INFINITY : at;
  }

  private void send(double dueNanos, int client) {
    Request request = new Request(dueNanos, scenario.service().nextNanos(lengths), client);
    boolean hasHome = scenario.keepAlive() && homes[client] != NOBODY;
    Optional<Integer> by =
        hasHome ? waiting.arriveAt(homes[client], request) : waiting.arrive(request);
    by.ifPresent(worker -> begin(worker, request));
  }

  private void begin(int worker, Request request) {
    if (scenario.keepAlive()) {
      homes[request.client()] = worker;
    }
    waitedNanos += now - request.dueNanos();
    service.begin(worker, request);
  }

  private void ended(Service.Held held) {
    int worker = held.worker();
    served[worker]++;
    latencies.recordValue(Math.round(now - held.request().dueNanos()));
    waiting.free(worker).ifPresent(request -> begin(worker, request));
    int client = held.request().client();
    if (client == NOBODY) {
      return;
    }
    Double left = unsent.poll();
    if (left != null) {
      send(left, client);
    } else if (scenario.demand() instanceof Demand.Closed && due < scenario.requests()) {
      due++;
      send(now, client);
    } else {
      freeClients.add(client);
    }
  }

  private void beginPauses() {
    double end = now + scenario.handover().toNanos();
    for (Optional<Integer> worker = waiting.nextToPause();
        worker.isPresent();
        worker = waiting.nextToPause()) {
      pauses.add(new Pause(end, worker.get()));
    }
  }
}
