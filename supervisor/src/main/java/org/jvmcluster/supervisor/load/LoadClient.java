package org.jvmcluster.supervisor.load;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends what a {@link LoadPlan} says and reports what its clients saw. Nothing is repeated unless
 * the plan says so: every request that was begun is one good answer or one failure. Used once.
 */
public final class LoadClient {
  /** Enough for the paths of the client to be compiled, little enough to wait for. */
  private static final int REHEARSAL_REQUESTS = 3_000;

  private static final Duration REHEARSAL_TIME = Duration.ofMillis(700);

  /** Clients of the rehearsal: its listener is this process too. */
  private static final int REHEARSAL_CONCURRENCY = 20;

  /** After the last timeout of a request everything is over; this is for a stalled machine. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final LoadPlan plan;
  private final SendSequence sequence;
  private volatile @Nullable LoadRun current;

  /**
   * A client that has sent nothing yet.
   *
   * @param sequence when each request is due
   */
  public LoadClient(LoadPlan plan, SendSequence sequence) {
    this.plan = requireNonNull(plan, "plan");
    this.sequence = requireNonNull(sequence, "sequence");
  }

  /**
   * Practises against a private listener, then runs the plan. Blocks until the last request is
   * done, at most the plan's time and timeout.
   *
   * @throws LoadException if the host has no address, or the run does not end
   * @throws InterruptedException if the calling thread is interrupted; connections are closed
   */
  public LoadResult run() throws LoadException, InterruptedException {
    InetSocketAddress address = resolve();
    try (LoadTransport transport = new LoadTransport("load-client")) {
      rehearse(transport);
      return run(transport, address);
    }
  }

  /**
   * Runs the plan without practice, for who has practised in this JVM already: nothing happens
   * before the clock starts. Otherwise as {@link #run}.
   */
  public LoadResult runPractised() throws LoadException, InterruptedException {
    InetSocketAddress address = resolve();
    try (LoadTransport transport = new LoadTransport("load-client")) {
      return run(transport, address);
    }
  }

  private LoadResult run(LoadTransport transport, InetSocketAddress address)
      throws LoadException, InterruptedException {
    LoadRun run = new LoadRun(plan, sequence, transport);
    current = run;
    return await(run.start(address), plan);
  }

  /** Requests done so far; 0 before the clock starts. For a progress bar, from any thread. */
  public long doneSoFar() {
    LoadRun run = current;
    return run == null ? 0 : run.doneSoFar();
  }

  private void rehearse(LoadTransport transport) throws LoadException, InterruptedException {
    try (Rehearsal rehearsal = new Rehearsal()) {
      LoadPlan practice =
          new LoadPlan(
              plan.target(),
              Math.min(plan.concurrency(), REHEARSAL_CONCURRENCY),
              REHEARSAL_REQUESTS,
              REHEARSAL_TIME,
              plan.fresh(),
              REHEARSAL_TIME);
      LoadRun run = new LoadRun(practice, SendSequence.closedLoop(), transport);
      await(run.start(rehearsal.address()), practice);
    }
  }

  private InetSocketAddress resolve() throws LoadException {
    LoadTarget target = plan.target();
    try {
      return new InetSocketAddress(InetAddress.getByName(target.host()), target.port());
    } catch (UnknownHostException e) {
      throw new LoadException(
          "the host '" + target.host() + "' of the URL has no address; check its spelling", e);
    }
  }

  private static LoadResult await(Future<LoadResult> result, LoadPlan plan)
      throws LoadException, InterruptedException {
    Duration attempt = plan.timeout().plusNanos(2 * VirtualClient.LONGEST_RETRY_PAUSE_NANOS);
    Duration limit =
        plan.time().plus(plan.timeout()).plus(attempt.multipliedBy(plan.retries())).plus(GRACE);
    try {
      return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new LoadException("the load did not end within " + limit, e);
    } catch (ExecutionException e) {
      throw new LoadException("the load client failed: " + e.getCause(), e);
    }
  }
}
