package org.jvmcluster.runtime.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.listen.FakeSupervisor;
import org.jvmcluster.runtime.listen.FrontDoor.DrainResult;

/** How a worker leaves. */
class DrainTest {
  private static final Duration LONG = Duration.ofSeconds(30);

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

  private TestWorker worker(int slot) throws Exception {
    TestWorker worker = TestWorker.open(supervisor, slot);
    toClose.add(worker);
    return worker;
  }

  private RawClient client() throws Exception {
    RawClient client = new RawClient(supervisor.port());
    toClose.add(client);
    return client;
  }

  private static DrainResult result(CompletionStage<DrainResult> drain) throws Exception {
    return drain.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private void rollUnder(Load load, int rolls) throws Exception {
    TestWorker[] current = {worker(0), worker(1)};
    for (int roll = 0; roll < rolls; roll++) {
      int slot = roll % 2;
      int before = load.answers();
      TestWorker replacement = worker(slot);
      await().atMost(LONG).until(() -> load.answers() > before + 500);
      assertThat(result(current[slot].door().drain(LONG))).isEqualTo(new DrainResult(0, 0));
      current[slot].injection().close().toCompletableFuture().get(60, TimeUnit.SECONDS);
      current[slot] = replacement;
    }
  }

  @Test
  void losesNoRequestOnFreshConnections() throws Exception {
    Load load = Load.start(supervisor.port(), "/fast", 8, Integer.MAX_VALUE, true);
    rollUnder(load, 6);
    load.stop();

    assertThat(load.failures()).isEmpty();
    assertThat(load.answers()).isGreaterThan(3_000);
  }

  @Test
  void losesNoRequestOnKeptAliveConnections() throws Exception {
    Load load = Load.start(supervisor.port(), "/fast", 20, Integer.MAX_VALUE, false);
    rollUnder(load, 6);
    load.stop();

    assertThat(load.failures()).isEmpty();
    assertThat(load.answers()).isGreaterThan(3_000);
  }

  @Test
  void losesNoRequestThatTakesItsTime() throws Exception {
    Load load = Load.start(supervisor.port(), "/wait?ms=5", 20, Integer.MAX_VALUE, false);
    rollUnder(load, 4);
    load.stop();

    assertThat(load.failures()).isEmpty();
  }

  @Test
  void waitsForARequestInFlightAndThenClosesItsConnection() throws Exception {
    TestWorker worker = worker(0);
    RawClient client = client();
    client.request("/hold");
    await().until(() -> worker.served() == 1);

    CompletionStage<DrainResult> drain = worker.door().drain(LONG);
    assertThat(drain.toCompletableFuture()).isNotDone();
    worker.release();

    assertThat(client.read()).isEqualTo(new RawClient.Answer(200, true, "0 /hold"));
    assertThat(client.isAtEnd()).isTrue();
    client.close();
    assertThat(result(drain)).isEqualTo(new DrainResult(0, 0));
  }

  @Test
  void answersEveryPipelinedRequestThatWasReadBeforeTheLastResponse() throws Exception {
    TestWorker worker = worker(0);
    RawClient client = client();
    client.send(
        RawClient.GET.formatted("/hold")
            + RawClient.GET.formatted("/a")
            + RawClient.GET.formatted("/b"));
    await().until(() -> worker.served() == 1);

    CompletionStage<DrainResult> drain = worker.door().drain(LONG);
    worker.release();

    assertThat(client.read()).isEqualTo(new RawClient.Answer(200, false, "0 /hold"));
    assertThat(client.read()).isEqualTo(new RawClient.Answer(200, false, "0 /a"));
    assertThat(client.read()).isEqualTo(new RawClient.Answer(200, true, "0 /b"));
    client.close();
    assertThat(result(drain)).isEqualTo(new DrainResult(0, 0));
  }

  @Test
  void neverBeginsAPipelinedRequestBehindTheLastResponse() throws Exception {
    TestWorker worker = worker(0);
    RawClient client = client();
    client.get("/first");
    CompletionStage<DrainResult> drain = worker.door().drain(LONG);
    String many = RawClient.GET.formatted("/more").repeat(50);

    client.send(many);
    int answers = 1;
    boolean last = false;
    while (!last) {
      last = client.read().closes();
      answers++;
    }

    assertThat(client.isAtEnd()).isTrue();
    client.close();
    assertThat(result(drain)).isEqualTo(new DrainResult(0, 0));
    assertThat(worker.served()).isEqualTo(answers);
  }

  @Test
  void tellsAnHttp10ClientThatWantsToStay() throws Exception {
    TestWorker worker = worker(0);
    RawClient client = client();
    String request = "GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    client.send(request);
    assertThat(client.read().closes()).isFalse();

    CompletionStage<DrainResult> drain = worker.door().drain(LONG);
    client.send(request);

    assertThat(client.read().closes()).isTrue();
    client.close();
    assertThat(result(drain)).isEqualTo(new DrainResult(0, 0));
  }

  @Test
  void answersTheFirstRequestOfAConnectionThatWasAcceptedBefore() throws Exception {
    TestWorker worker = worker(0);
    RawClient silent = client();
    await().until(() -> connections(worker) == 1);

    CompletionStage<DrainResult> drain = worker.door().drain(LONG);

    assertThat(silent.get("/late")).isEqualTo(new RawClient.Answer(200, true, "0 /late"));
    silent.close();
    assertThat(result(drain)).isEqualTo(new DrainResult(0, 0));
  }

  @Test
  void closesIdleConnectionsAtTheLimitAndCountsThem() throws Exception {
    TestWorker worker = worker(0);
    RawClient idle = client();
    idle.get("/fast");

    DrainResult left = result(worker.door().drain(Duration.ofMillis(50)));

    assertThat(left).isEqualTo(new DrainResult(1, 0));
    assertThat(idle.isAtEnd()).isTrue();
  }

  @Test
  void cutsRequestsAtTheLimitAndCountsThem() throws Exception {
    TestWorker worker = worker(0);
    RawClient busy = client();
    RawClient idle = client();
    idle.get("/fast");
    busy.request("/hold");
    await().until(() -> worker.served() == 2);

    DrainResult left = result(worker.door().drain(Duration.ZERO));

    assertThat(left).isEqualTo(new DrainResult(2, 1));
    assertThat(gauge(worker, "inFlight")).isZero();
    assertThat(gauge(worker, "connections")).isZero();
  }

  @Test
  void aSecondDrainShortensTheLimitAndNeverLengthensIt() throws Exception {
    TestWorker worker = worker(0);
    client().get("/fast");

    CompletionStage<DrainResult> first = worker.door().drain(LONG);
    worker.door().drain(LONG.multipliedBy(2));
    CompletionStage<DrainResult> second = worker.door().drain(Duration.ZERO);

    assertThat(result(second)).isEqualTo(new DrainResult(1, 0));
    assertThat(first.toCompletableFuture()).isCompletedWithValue(new DrainResult(1, 0));
  }

  @Test
  void endsAtTheLimitThoughALoopIsBlocked() throws Exception {
    TestWorker worker = worker(0);
    client().request("/block");
    await().until(() -> worker.served() == 1);

    assertThat(result(worker.door().drain(Duration.ZERO))).isEqualTo(new DrainResult(1, 1));
  }

  @Test
  void leavesConnectionsInTheQueueForOthersOnceItHasStopped() throws Exception {
    TestWorker leaving = worker(0);
    result(leaving.door().drain(LONG));
    RawClient waiting = client();
    waiting.request("/fast");
    TestWorker other = worker(1);

    assertThat(waiting.read().body()).isEqualTo("1 /fast");
    assertThat(leaving.served()).isZero();
    assertThat(other.served()).isEqualTo(1);
  }

  private static long connections(TestWorker worker) {
    return (long) gauge(worker, "connections");
  }

  private static double gauge(TestWorker worker, String name) {
    return Readings.gauge(worker.door().takeReadings(), name);
  }
}
