package org.jvmcluster.runtime.inject;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.VertxBootstrap;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jvmcluster.runtime.listen.Admission;
import org.jvmcluster.runtime.listen.FakeSupervisor;
import org.jvmcluster.runtime.listen.VertxFrontDoor;
import org.jvmcluster.runtime.loop.EventLoops;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.time.NanoClock;

/** An application on a Vert.x of its own, with the runtime injected, in this JVM. */
final class TestWorker implements AutoCloseable {
  private final FakeSupervisor supervisor;
  private final int slot;
  private final VertxFrontDoor door;
  private final Injection injection;
  private final EventLoops loops = new EventLoops(NanoClock.SYSTEM);
  private final Vertx vertx;
  private final AtomicInteger served = new AtomicInteger();
  private final Promise<Void> held = Promise.promise();
  private final CountDownLatch unblocked = new CountDownLatch(1);

  private TestWorker(
      FakeSupervisor supervisor,
      int slot,
      int loopCount,
      Acceptance acceptance,
      int maxInFlight,
      Admission admission)
      throws IOException {
    this.supervisor = supervisor;
    this.slot = slot;
    door = supervisor.door(acceptance, maxInFlight, admission);
    injection = new Injection(door, loops);
    vertx = vertx(injection, loopCount);
  }

  static Vertx vertx(Injection injection, int loops) {
    VertxBootstrap bootstrap = VertxBootstrap.create();
    bootstrap.options(new VertxOptions().setEventLoopPoolSize(loops)).init();
    injection.into(bootstrap);
    return bootstrap.vertx();
  }

  /** Bound, with its sockets, but not open. */
  static TestWorker bound(FakeSupervisor supervisor, int slot, int loops) throws IOException {
    return bound(supervisor, slot, loops, Acceptance.IDLE, 64);
  }

  static TestWorker bound(
      FakeSupervisor supervisor, int slot, int loops, Acceptance acceptance, int maxInFlight)
      throws IOException {
    return bound(supervisor, slot, loops, acceptance, maxInFlight, new Admission(Optional.empty()));
  }

  static TestWorker bound(
      FakeSupervisor supervisor,
      int slot,
      int loops,
      Acceptance acceptance,
      int maxInFlight,
      Admission admission)
      throws IOException {
    TestWorker worker = new TestWorker(supervisor, slot, loops, acceptance, maxInFlight, admission);
    worker.await(
        worker.vertx.deployVerticle(
            () -> new Application(worker), new DeploymentOptions().setInstances(loops)));
    worker.await(Future.fromCompletionStage(worker.door.bound()));
    supervisor.sendSockets(worker.door, slot);
    return worker;
  }

  static TestWorker open(FakeSupervisor supervisor, int slot) throws IOException {
    TestWorker worker = bound(supervisor, slot, 1);
    worker.door.open();
    return worker;
  }

  <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("did not complete", e);
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    }
  }

  VertxFrontDoor door() {
    return door;
  }

  Vertx vertx() {
    return vertx;
  }

  EventLoops loops() {
    return loops;
  }

  Injection injection() {
    return injection;
  }

  int slot() {
    return slot;
  }

  /** Requests whose handler was called. */
  int served() {
    return served.get();
  }

  /** Lets the loops go on that requests to {@code /block} without a time hold. */
  void unblock() {
    unblocked.countDown();
  }

  /** Lets the requests to {@code /hold} be answered. */
  void release() {
    held.tryComplete();
  }

  @Override
  public void close() {
    unblock();
    await(vertx.close());
    await(Future.fromCompletionStage(door.drain(Duration.ZERO)));
  }

  private static final class Application extends VerticleBase {
    private final TestWorker worker;

    Application(TestWorker worker) {
      this.worker = worker;
    }

    @Override
    public Future<?> start() {
      return vertx
          .createHttpServer()
          .requestHandler(this::handle)
          .listen(worker.supervisor.port(), "127.0.0.1");
    }

    private void handle(HttpServerRequest request) {
      worker.served.incrementAndGet();
      String ms = request.getParam("ms");
      switch (request.path()) {
        case "/block" -> {
          // The workload itself: it holds the loop as blocking code would.
          try {
            if (ms == null) {
              worker.unblocked.await();
            } else {
              Thread.sleep(Long.parseLong(ms));
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          answer(request);
        }
        case "/wait" -> vertx.setTimer(Long.parseLong(ms), timer -> answer(request));
        case "/hold" -> worker.held.future().onComplete(released -> answer(request));
        default -> answer(request);
      }
    }

    private void answer(HttpServerRequest request) {
      if (!request.response().closed()) {
        request.response().end(worker.slot + " " + request.path());
      }
    }
  }
}
