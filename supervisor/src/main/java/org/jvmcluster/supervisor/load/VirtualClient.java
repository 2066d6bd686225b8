package org.jvmcluster.supervisor.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * One client of a run: at most one connection and one request at a time. It asks the run for the
 * next request whenever it is free, until there is none. Lives on the run's event loop; every
 * method is called there.
 */
final class VirtualClient implements ClientConnection.Listener {
  /**
   * How long a client whose connection could not be made stays away: without it, a service that is
   * down would be asked by each client as fast as the kernel refuses.
   */
  private static final long PAUSE_AFTER_FAILED_CONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Before a request is sent again for the first time; doubled each time. */
  private static final long FIRST_RETRY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Also of what a service asks for; the run must end. */
  static final long LONGEST_RETRY_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LoadRun run;
  private final EventLoop loop;
  private final Bootstrap bootstrap;
  private final InetSocketAddress address;
  private final NanoClock clock;

  private @Nullable ClientConnection connection;
  private @Nullable ChannelFuture connecting;
  private boolean inFlight;
  private long freeSinceNanos;
  private long dueNanos;
  private int part;
  private long begunNanos;
  private int retriesLeft;
  private long retryPauseNanos;

  VirtualClient(LoadRun run, EventLoop loop, Bootstrap bootstrap, InetSocketAddress address) {
    this.run = run;
    this.loop = loop;
    this.bootstrap = bootstrap;
    this.address = address;
    this.clock = run.clock();
  }

  /** Takes the next request, if there is one, as of when this client had nothing more to do. */
  void next(long freeNanos) {
    Optional<LoadRun.Due> due = run.claim(freeNanos);
    if (due.isEmpty()) {
      closeConnection();
      run.clientDone();
      return;
    }
    dueNanos = due.get().nanos();
    part = due.get().part();
    freeSinceNanos = freeNanos;
    retriesLeft = run.plan().retries();
    retryPauseNanos = FIRST_RETRY_PAUSE_NANOS;
    long wait = dueNanos - clock.nanos();
    if (wait > 0) {
      run.later(loop, this::beginFirst, wait);
    } else {
      beginFirst();
    }
  }

  private void beginFirst() {
    // Behind a due time without a free client is the service; behind both it is this process.
    long waitNanos = Math.max(0, freeSinceNanos - dueNanos);
    run.tally().begun(waitNanos, clock.nanos() - dueNanos - waitNanos);
    begin();
  }

  /** Ends a request that has waited too long. Called every few milliseconds. */
  void expire(long nowNanos, long timeoutNanos) {
    if (inFlight && nowNanos - begunNanos >= timeoutNanos) {
      fail(FailureKind.TIMEOUT, "no whole answer in time", nowNanos);
    }
  }

  private void begin() {
    begunNanos = clock.nanos();
    inFlight = true;
    ClientConnection kept = connection;
    if (kept != null && kept.isUsable()) {
      send(kept);
    } else {
      connect();
    }
  }

  private void connect() {
    ClientConnection fresh = new ClientConnection(this);
    ChannelFuture future =
        bootstrap
            .clone()
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new HttpResponseDecoder(), fresh);
                  }
                })
            .connect(address);
    connecting = future;
    connection = fresh;
    future.addListener(
        done -> {
          // A connect that was given up by its timeout ends here too, and means nothing any more.
          if (connecting == future) {
            connecting = null;
            if (done.isSuccess()) {
              send(fresh);
            } else {
              failConnect(done.cause());
            }
          }
        });
  }

  private void failConnect(Throwable cause) {
    fail(
        FailureKind.of(cause),
        String.valueOf(cause.getMessage()),
        clock.nanos() + PAUSE_AFTER_FAILED_CONNECT_NANOS);
  }

  private void send(ClientConnection over) {
    over.send(run.requests().of(part));
  }

  @Override
  public void answered(
      ClientConnection by, int status, @Nullable String worker, @Nullable String retryAfter) {
    if (by != connection || !inFlight) {
      return;
    }
    long now = clock.nanos();
    if (status >= 400) {
      FailureKind kind = status >= 500 ? FailureKind.STATUS_5XX : FailureKind.STATUS_4XX;
      giveUpOrRetry(kind, "status " + status, now, pauseAskedFor(retryAfter));
    } else {
      end(now, () -> run.tally().answered(run.sinceStart(dueNanos), part, now - dueNanos, worker));
    }
  }

  @Override
  public void failed(ClientConnection by, FailureKind kind, String text) {
    if (by == connection && inFlight) {
      fail(kind, text, clock.nanos());
    }
  }

  private void fail(FailureKind kind, String text, long freeNanos) {
    closeConnection();
    giveUpOrRetry(kind, text, freeNanos, 0);
  }

  private void giveUpOrRetry(FailureKind kind, String text, long freeNanos, long pauseNanos) {
    boolean helpsToRepeat = kind != FailureKind.STATUS_4XX;
    if (retriesLeft == 0 || !helpsToRepeat) {
      end(freeNanos, () -> run.tally().failed(run.sinceStart(dueNanos), part, kind, text));
      return;
    }
    retriesLeft--;
    inFlight = false;
    run.tally().retried();
    if (run.plan().fresh()) {
      closeConnection();
    }
    // Up to twice as long, at random, or all that failed together would come again together.
    long pause = Math.max(pauseNanos, retryPauseNanos);
    retryPauseNanos = Math.min(2 * retryPauseNanos, LONGEST_RETRY_PAUSE_NANOS);
    run.later(loop, this::begin, pause + ThreadLocalRandom.current().nextLong(pause));
  }

  private static long pauseAskedFor(@Nullable String retryAfter) {
    if (retryAfter == null || !retryAfter.matches("[0-9]{1,3}")) {
      return 0;
    }
    return Math.min(
        TimeUnit.SECONDS.toNanos(Long.parseLong(retryAfter)), LONGEST_RETRY_PAUSE_NANOS);
  }

  private void end(long freeNanos, Runnable outcome) {
    inFlight = false;
    outcome.run();
    if (run.plan().fresh()) {
      closeConnection();
    }
    next(freeNanos);
  }

  private void closeConnection() {
    ChannelFuture begun = connecting;
    connecting = null;
    if (begun != null) {
      ChannelFuture unusedClosed = begun.channel().close();
    }
    ClientConnection old = connection;
    connection = null;
    if (old != null) {
      old.close();
    }
  }
}
