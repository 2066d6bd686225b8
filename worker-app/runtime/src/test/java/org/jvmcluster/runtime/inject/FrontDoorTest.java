package org.jvmcluster.runtime.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.metrics.MetricsOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.HttpServerMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import io.vertx.core.spi.observability.HttpRequest;
import io.vertx.core.spi.observability.HttpResponse;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.listen.FakeSupervisor;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.listen.VertxFrontDoor;
import org.jvmcluster.runtime.loop.EventLoops;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.time.NanoClock;

/** What an application and the life cycle see of the door. */
class FrontDoorTest {
  private final List<AutoCloseable> toClose = new ArrayList<>();
  private FakeSupervisor supervisor;

  @BeforeEach
  void startSupervisor() throws Exception {
    supervisor = new FakeSupervisor(2);
    toClose.add(supervisor);
  }

  @AfterEach
  void closeAll() throws Exception {
    Collections.reverse(toClose);
    for (AutoCloseable each : toClose) {
      each.close();
    }
  }

  private <T extends AutoCloseable> T closing(T resource) {
    toClose.add(resource);
    return resource;
  }

  private HttpServer server(TestWorker worker, String host, int port) {
    return worker.await(
        worker
            .vertx()
            .createHttpServer(new HttpServerOptions().setHost(host).setPort(port))
            .requestHandler(request -> request.response().end("another"))
            .listen());
  }

  @Test
  void acceptsNothingBeforeItIsOpened() throws Exception {
    TestWorker worker = closing(TestWorker.bound(supervisor, 0, 1));
    RawClient early = closing(new RawClient(supervisor.port()));
    early.request("/fast");

    assertThat(Readings.gauge(worker.door().takeReadings(), ReadingNames.CONNECTIONS)).isZero();
    worker.door().open();

    assertThat(early.read().status()).isEqualTo(200);
    assertThat(worker.door().bound().toCompletableFuture()).isCompleted();
  }

  @Test
  void cannotBeOpenedBeforeTheApplicationHasBound() throws Exception {
    VertxFrontDoor door = supervisor.door(Acceptance.IDLE, 64);

    assertThat(door.bound().toCompletableFuture()).isNotDone();
    assertThatThrownBy(door::open).isInstanceOf(IllegalStateException.class);
    door.drain(Duration.ZERO).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void countsTheWaitInTheAcceptQueueAsLatencyAndNotAsServerTime() throws Exception {
    TestWorker worker = closing(TestWorker.bound(supervisor, 0, 1));
    RawClient early = closing(new RawClient(supervisor.port()));
    long begin = System.nanoTime();
    early.request("/fast");
    await().until(() -> System.nanoTime() - begin > Duration.ofMillis(400).toNanos());

    long waited = System.nanoTime() - begin;
    worker.door().open();
    early.read();
    List<Reading> readings = answered(worker, 1);

    // The kernel counts in ticks, of 10 ms at the coarsest.
    Histogram latency = Readings.histogram(readings, ReadingNames.LATENCY_NANOS);
    assertThat(latency.getTotalCount()).isEqualTo(1);
    assertThat(latency.getMaxValue()).isGreaterThan(waited - Duration.ofMillis(20).toNanos());
    assertThat(Readings.histogram(readings, ReadingNames.SERVER_TIME_NANOS).getMaxValue())
        .isLessThan(waited / 2);
  }

  /** Readings up to the moment when so many requests are answered. */
  private static List<Reading> answered(TestWorker worker, int requests) {
    List<Reading> all = new ArrayList<>();
    await()
        .until(
            () -> {
              List<Reading> more = worker.door().takeReadings();
              all.addAll(0, more);
              return Readings.counter(more, ReadingNames.REQUESTS) == requests;
            });
    return all;
  }

  @Test
  void endsARequestOnceWhenItsClientGoesAway() throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));
    RawClient client = new RawClient(supervisor.port());
    client.request("/hold");
    await().until(() -> inFlight(worker) == 1);

    client.close();
    await().until(() -> inFlight(worker) == 0);
    worker.release();

    assertThat(RawClient.fresh(supervisor.port(), "/fast").status()).isEqualTo(200);
    List<Reading> readings = answered(worker, 1);
    assertThat(Readings.gauge(readings, ReadingNames.IN_FLIGHT)).isZero();
    assertThat(Readings.histogram(readings, ReadingNames.LATENCY_NANOS).getTotalCount())
        .isEqualTo(1);
  }

  private static double inFlight(TestWorker worker) {
    return Readings.gauge(worker.door().takeReadings(), ReadingNames.IN_FLIGHT);
  }

  @Test
  void closesConnectionsAboveTheLimitWithTheirNextResponseAndNoMore() throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      clients.add(closing(new RawClient(supervisor.port())));
      clients.get(i).get("/fast");
    }

    worker.door().limitConnections(4);
    int closed = 0;
    for (RawClient client : clients) {
      // All are asked before any has closed its end: those on their way out must be counted.
      closed += client.get("/fast").closes() ? 1 : 0;
    }

    assertThat(closed).isEqualTo(6);
    worker.door().limitConnections(Integer.MAX_VALUE);
  }

  @Test
  void opensAPrivateDoorThatIsNeitherCountedNorMeasured() throws Exception {
    TestWorker worker = closing(TestWorker.bound(supervisor, 0, 1));

    try (FrontDoor.PrivateDoor door = worker.door().openPrivateDoor()) {
      assertThat(door.address().getAddress().isLoopbackAddress()).isTrue();
      assertThat(RawClient.fresh(door.address().getPort(), "/fast").body()).isEqualTo("0 /fast");
    }

    List<Reading> readings = worker.door().takeReadings();
    assertThat(Readings.counter(readings, ReadingNames.REQUESTS)).isZero();
    assertThat(Readings.gauge(readings, ReadingNames.CONNECTIONS)).isZero();
    assertThat(readings).noneMatch(reading -> reading instanceof Reading.Distribution);
  }

  @Test
  void leavesAConnectionToItsNeighbourWhileAWarmUpRequestHoldsTheLoop() throws Exception {
    TestWorker warming = closing(TestWorker.open(supervisor, 0));
    TestWorker free = closing(TestWorker.open(supervisor, 1));
    FrontDoor.PrivateDoor door = closing(warming.door().openPrivateDoor());
    RawClient warmUp = closing(new RawClient(door.address().getPort()));
    warmUp.request("/block");
    await().until(() -> warming.served() == 1);

    for (int i = 0; i < 20; i++) {
      assertThat(RawClient.fresh(supervisor.port(), "/fast").body()).isEqualTo("1 /fast");
    }
    assertThat(free.served()).isEqualTo(20);
    warming.unblock();
    assertThat(warmUp.read().status()).isEqualTo(200);
  }

  @Test
  void refusesASecondServerOnTheSamePort() throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));

    assertThatThrownBy(() -> server(worker, "0.0.0.0", supervisor.port()))
        .hasRootCauseInstanceOf(BindException.class)
        .hasMessageContaining("already served in this worker");
    assertThat(RawClient.fresh(supervisor.port(), "/fast").status()).isEqualTo(200);
  }

  @Test
  void refusesToServeWhereTheApplicationDidNotAsk() throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));

    assertThatThrownBy(() -> server(worker, "127.0.0.2", supervisor.port()))
        .hasRootCauseInstanceOf(BindException.class)
        .hasMessageContaining("the application binds 127.0.0.2:" + supervisor.port())
        .hasMessageContaining("listen on 127.0.0.1");
  }

  @Test
  void bindsPortsThatNobodySupervisesAsEver() throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));
    // On an address of its own, where no other program takes the port meanwhile.
    InetAddress own = InetAddress.getByName("127.71.3.9");
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, own)) {
      port = free.getLocalPort();
    }

    HttpServer fixed = server(worker, own.getHostAddress(), port);
    HttpServer chosen = server(worker, "127.0.0.1", 0);

    assertThat(fixed.actualPort()).isEqualTo(port);
    assertThat(chosen.actualPort()).isPositive();
    assertThat(RawClient.fresh(own, port, "/").body()).isEqualTo("another");
    assertThat(RawClient.fresh(chosen.actualPort(), "/").body()).isEqualTo("another");
    assertThat(Readings.counter(worker.door().takeReadings(), ReadingNames.REQUESTS)).isZero();
    worker.await(fixed.close());
    try (ServerSocket again = new ServerSocket(port, 1, own)) {
      assertThat(again.isBound()).isTrue();
    }
  }

  @Test
  void reportsATakenPortAsTheTransportDoes() throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));
    try (ServerSocket taken = new ServerSocket(0)) {
      assertThatThrownBy(() -> server(worker, "0.0.0.0", taken.getLocalPort()))
          .hasRootCauseInstanceOf(IOException.class)
          .hasMessageContaining("Address already in use");
    }
  }

  @Test
  void servesAgainWhenTheApplicationClosesItsServerAndListensAnew() throws Exception {
    VertxFrontDoor door = supervisor.door(Acceptance.IDLE, 64);
    Vertx vertx = TestWorker.vertx(new Injection(door, new EventLoops(NanoClock.SYSTEM)), 1);
    toClose.add(() -> vertx.close().toCompletionStage().toCompletableFuture().get());
    toClose.add(() -> door.drain(Duration.ZERO).toCompletableFuture().get());
    HttpServer first = listen(vertx, "first");
    supervisor.sendSockets(door, 0);
    door.open();
    assertThat(RawClient.fresh(supervisor.port(), "/").body()).isEqualTo("first");

    first.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    listen(vertx, "second");

    assertThat(RawClient.fresh(supervisor.port(), "/").body()).isEqualTo("second");
  }

  private HttpServer listen(Vertx vertx, String body) throws Exception {
    return vertx
        .createHttpServer()
        .requestHandler(request -> request.response().end(body))
        .listen(supervisor.port())
        .toCompletionStage()
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
  }

  @Test
  void keepsTheMetricsOfTheApplication() throws Exception {
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    VertxFrontDoor door = supervisor.door(Acceptance.IDLE, 64);
    VertxBootstrap bootstrap =
        VertxBootstrap.create()
            .options(new VertxOptions().setMetricsOptions(new MetricsOptions().setEnabled(true)))
            .metricsFactory(options -> new ApplicationMetrics(seen))
            .init();
    new Injection(door, new EventLoops(NanoClock.SYSTEM)).into(bootstrap);
    Vertx vertx = bootstrap.vertx();
    toClose.add(() -> vertx.close().toCompletionStage().toCompletableFuture().get());
    toClose.add(() -> door.drain(Duration.ZERO).toCompletableFuture().get());
    listen(vertx, "measured");
    supervisor.sendSockets(door, 0);
    door.open();

    RawClient.fresh(supervisor.port(), "/path");

    await().until(() -> seen.size() == 4);
    assertThat(seen).containsExactly("created", "socket", "begin socket", "end request /path");
    assertThat(Readings.counter(door.takeReadings(), ReadingNames.REQUESTS)).isEqualTo(1);
  }

  private record ApplicationMetrics(Queue<String> seen)
      implements VertxMetrics, HttpServerMetrics<String, Void, String> {
    @Override
    public void vertxCreated(Vertx vertx) {
      seen.add("created");
    }

    @Override
    public HttpServerMetrics<?, ?, ?> createHttpServerMetrics(
        HttpServerOptions options, SocketAddress localAddress) {
      return this;
    }

    @Override
    public String connected(SocketAddress remoteAddress, String remoteName) {
      seen.add("socket");
      return "socket";
    }

    @Override
    public String requestBegin(String socket, HttpRequest request) {
      seen.add("begin " + socket);
      return "request " + request.uri();
    }

    @Override
    public void responseEnd(String request, HttpResponse response, long bytesWritten) {
      seen.add("end " + request);
    }

    @Override
    public void close() {}
  }

  @Test
  void closesEveryDescriptorItOpened() throws Exception {
    cycle();
    int before = descriptors();

    for (int i = 0; i < 20; i++) {
      cycle();
    }

    await().untilAsserted(() -> assertThat(descriptors()).isLessThanOrEqualTo(before));
  }

  private void cycle() throws Exception {
    try (FakeSupervisor own = new FakeSupervisor(3);
        TestWorker worker = TestWorker.open(own, 1)) {
      for (int i = 0; i < 5; i++) {
        RawClient.fresh(own.port(), "/fast");
      }
      worker.door().drain(Duration.ofSeconds(5)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
  }

  private static int descriptors() {
    String[] open = new File("/proc/self/fd").list();
    assertThat(open).isNotNull();
    return open.length;
  }
}
