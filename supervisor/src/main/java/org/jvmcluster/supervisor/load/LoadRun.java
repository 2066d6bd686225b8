package org.jvmcluster.supervisor.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * One run of a plan on one event loop.
 *
 * <p>A single loop on purpose: on two cores that it shared with the workers it sent 48,000 requests
 * a second over kept connections and 6,000 over fresh ones, it counts without a lock, and what it
 * cannot keep up with shows as the client's own lateness in the result.
 */
final class LoadRun {
  /** Twice as fine as the 10 ms in which the lag of workers is reckoned; timeouts end on it. */
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Counted one by one, which takes less than a second. */
  private static final long MOST_NOT_BEGUN = 10_000_000;

  private final LoadPlan plan;
  private final SendSequence sequence;
  private final LoadTransport transport;
  private final NanoClock clock = NanoClock.SYSTEM;
  private final LoadTally tally;
  private final MixOrder order;
  private final RequestBytes requests;
  private final List<VirtualClient> clients = new ArrayList<>();
  private final CompletableFuture<LoadResult> result = new CompletableFuture<>();

  private Instant startedAt = Instant.EPOCH;
  private long startNanos;
  private Duration cpuAtStart = Duration.ZERO;
  private long claimed;
  private int clientsLeft;
  private long tickDueNanos;

  /** Read by other threads; written by the loop on each tick. */
  private volatile long doneSoFar;

  LoadRun(LoadPlan plan, SendSequence sequence, LoadTransport transport) {
    this.plan = plan;
    this.sequence = sequence;
    this.transport = transport;
    tally = new LoadTally(plan);
    order = new MixOrder(plan.mix());
    requests = new RequestBytes(plan);
  }

  /**
   * A request that a client has taken.
   *
   * @param nanos monotonic reading of when it is meant to be sent
   * @param part of the mix that it asks for
   */
  record Due(long nanos, int part) {}

  /**
   * Begins.
   *
   * @param address of the target, resolved
   * @return what will be known once every client is done
   */
  Future<LoadResult> start(InetSocketAddress address) {
    EventLoop loop = transport.loop();
    loop.execute(() -> guarded(() -> begin(loop, address)));
    return result;
  }

  /** Requests done, for a progress bar; a few milliseconds old. Any thread. */
  long doneSoFar() {
    return doneSoFar;
  }

  private void begin(EventLoop loop, InetSocketAddress address) {
    Bootstrap bootstrap = transport.bootstrap();
    int count = (int) Math.min(plan.concurrency(), plan.requests());
    for (int i = 0; i < count; i++) {
      clients.add(new VirtualClient(this, loop, bootstrap, address));
    }
    clientsLeft = count;
    cpuAtStart = processCpu();
    startedAt = Instant.now();
    startNanos = clock.nanos();
    tickDueNanos = startNanos;
    tick(loop);
    // All are free at the same moment: that the last begins after the others is its latency.
    for (VirtualClient client : List.copyOf(clients)) {
      client.next(startNanos);
    }
  }

  private void tick(EventLoop loop) {
    long now = clock.nanos();
    tally.ticked(now - tickDueNanos);
    doneSoFar = tally.done();
    for (VirtualClient client : clients) {
      client.expire(now, plan.timeout().toNanos());
    }
    if (!result.isDone()) {
      tickDueNanos = clock.nanos() + TICK_NANOS;
      later(loop, () -> tick(loop), TICK_NANOS);
    }
  }

  /** Runs a task on the loop after a while; what it throws ends the run instead of being lost. */
  void later(EventLoop loop, Runnable task, long nanos) {
    Future<?> unusedTask = loop.schedule(() -> guarded(task), nanos, TimeUnit.NANOSECONDS);
  }

  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  LoadPlan plan() {
    return plan;
  }

  RequestBytes requests() {
    return requests;
  }

  LoadTally tally() {
    return tally;
  }

  NanoClock clock() {
    return clock;
  }

  /**
   * Takes the next request.
   *
   * @param freeNanos since when the client has had nothing to do
   * @return empty when none is left or its time is over
   */
  Optional<Due> claim(long freeNanos) {
    if (claimed >= plan.requests()) {
      return Optional.empty();
    }
    long dueNanos = sequence.dueNanos(claimed, startNanos, freeNanos);
    long beginNanos = Math.max(dueNanos - startNanos, clock.nanos() - startNanos);
    if (beginNanos >= plan.time().toNanos()) {
      return Optional.empty();
    }
    Due due = new Due(dueNanos, order.partOf(claimed));
    claimed++;
    return Optional.of(due);
  }

  /** From the start of the run to then. */
  long sinceStart(long nanos) {
    return nanos - startNanos;
  }

  void clientDone() {
    clientsLeft--;
    if (clientsLeft == 0) {
      Duration total = Duration.ofNanos(clock.nanos() - startNanos);
      double coreNanos = (double) total.toNanos() * Runtime.getRuntime().availableProcessors();
      double share = processCpu().minus(cpuAtStart).toNanos() / Math.max(1, coreNanos);
      doneSoFar = tally.done();
      result.complete(tally.result(startedAt, total, Math.min(1, share), notBegun()));
    }
  }

  /** Requests that were due in time and that no client was free for. */
  private long notBegun() {
    long nowNanos = clock.nanos();
    long endNanos = startNanos + plan.time().toNanos();
    long most = Math.min(plan.requests() - claimed, MOST_NOT_BEGUN);
    long count = 0;
    while (count < most
        && sequence.dueNanos(claimed + count, startNanos, nowNanos) - endNanos < 0
        && nowNanos - endNanos >= 0) {
      count++;
    }
    return count;
  }

  private static Duration processCpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
