package org.jvmcluster.runtime.inject;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.listen.Admission;
import org.jvmcluster.runtime.listen.FakeSupervisor;
import org.jvmcluster.runtime.listen.ShedReason;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.ReadingNames;

/** What an overloaded worker refuses, and what it never does. */
class SheddingTest {
  private static final Duration SHED_AFTER = Duration.ofMillis(300);

  private final List<AutoCloseable> toClose = new ArrayList<>();
  private final Admission admission = new Admission(Optional.of(SHED_AFTER));

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

  private TestWorker worker(FakeSupervisor supervisor, int slot, Admission admission)
      throws Exception {
    TestWorker worker =
        closing(TestWorker.bound(supervisor, slot, 1, Acceptance.IDLE, 64, admission));
    worker.door().open();
    return worker;
  }

  @Test
  void answersConnectionsThatNoLoopHasRoomForWhileItsOwnIsBlocked() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, admission);
    RawClient blocking = closing(new RawClient(supervisor.port()));
    blocking.request("/block");
    await().until(() -> worker.served() == 1);

    long begin = System.nanoTime();
    RawClient.Answer refused = RawClient.fresh(supervisor.port(), "/fast");
    long waited = System.nanoTime() - begin;

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.closes()).isTrue();
    assertThat(waited).isGreaterThan(SHED_AFTER.minusMillis(20).toNanos());
    assertThat(worker.served()).as("the loop is still blocked").isEqualTo(1);
    assertThat(admission.refused(ShedReason.ALL_BLOCKED)).isEqualTo(1);
    worker.unblock();
    assertThat(blocking.read().status()).isEqualTo(200);
  }

  @Test
  void servesAConnectionThatGetsRoomInTime() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, new Admission(Optional.of(Duration.ofSeconds(10))));
    RawClient blocking = closing(new RawClient(supervisor.port()));
    blocking.request("/block?ms=500");
    await().until(() -> worker.served() == 1);

    assertThat(RawClient.fresh(supervisor.port(), "/fast").status()).isEqualTo(200);
  }

  @Test
  void refusesNothingWhileANeighbourHasRoom() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(2));
    Admission second = new Admission(Optional.of(Duration.ofSeconds(1)));
    TestWorker blocked = worker(supervisor, 0, second);
    RawClient blocking = closing(new RawClient(supervisor.port()));
    blocking.request("/block");
    await().until(() -> blocked.served() == 1);
    worker(supervisor, 1, second);

    // One client: the line must be empty now and then for the blocked worker to see that it moves,
    // also where a single core runs both workers and the client.
    long begin = System.nanoTime();
    Load load = Load.start(supervisor.port(), "/wait?ms=5", 1, Integer.MAX_VALUE, true);
    await()
        .until(
            () ->
                load.answers() > 100
                    && System.nanoTime() - begin > Duration.ofSeconds(2).toNanos());
    load.stop();

    assertThat(load.failures()).isEmpty();
    blocked.unblock();
    assertThat(blocking.read().status()).isEqualTo(200);
    assertThat(second.refused(ShedReason.ALL_BLOCKED)).isZero();
  }

  @Test
  void servesABurstThatIsWorkedOff() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, new Admission(Optional.of(Duration.ofSeconds(1))));

    // The last waits 1.25 s, more than is allowed while nobody is served or the line stands; each
    // quarter of a second somebody is, so that a busy machine may be late by as much three times.
    Load load = Load.start(supervisor.port(), "/block?ms=250", 6, 6, true);
    load.await();

    assertThat(load.failures()).isEmpty();
    assertThat(worker.served()).isEqualTo(6);
  }

  @Test
  void refusesAWholeLineButLosesNoneOfIt() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, admission);

    // 40 x 100 ms on one loop, asked for at once: 4 s of work; a line that stands for 1.5 s is too
    // long. How many are served until then is the machine's affair.
    Load load = Load.start(supervisor.port(), "/block?ms=100", 40, 40, true);
    load.await();

    long refused = admission.refused(ShedReason.ALL_BLOCKED);
    assertThat(load.failures()).hasSize((int) refused).allMatch("status 503"::equals);
    assertThat(load.answers()).isEqualTo(40);
    assertThat(worker.served()).isEqualTo(40 - (int) refused).isPositive();
    assertThat(refused).isGreaterThan(10);
  }

  @Test
  void refusesARequestOnAnOpenConnectionThatHasWaitedTooLong() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, admission);
    RawClient blocking = closing(new RawClient(supervisor.port()));
    RawClient other = closing(new RawClient(supervisor.port()));
    other.get("/fast");
    Duration allowed = Duration.ofMillis(800);
    admission.enforce(new Admission.Rule(ShedReason.LAG, allowed.toNanos(), 1000));
    blocking.request("/block");
    await().until(() -> worker.served() == 2);

    other.request("/fast");
    long sent = System.nanoTime();
    await().until(() -> System.nanoTime() - sent > allowed.plusMillis(50).toNanos());
    worker.unblock();
    RawClient.Answer late = other.read();
    RawClient.Answer next = other.get("/fast");

    assertThat(late.status()).isEqualTo(503);
    assertThat(late.closes()).isFalse();
    assertThat(next.status()).as("one that has not waited").isEqualTo(200);
    assertThat(blocking.read().status()).isEqualTo(200);
    assertThat(admission.refused(ShedReason.LAG)).isEqualTo(1);
  }

  @Test
  void neverRefusesAProbe() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    worker(supervisor, 0, admission);
    admission.exempt(List.of("/health"));
    RawClient client = closing(new RawClient(supervisor.port()));
    client.get("/fast");
    admission.enforce(new Admission.Rule(ShedReason.LAG, 1, 1000));

    assertThat(client.get("/health/live").status()).isEqualTo(200);
    assertThat(client.get("/fast").status()).isIn(200, 503);
  }

  @Test
  void handsAProbeToItsBlockedLoopInsteadOfRefusingIt() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, admission);
    admission.exempt(List.of("/health"));
    RawClient blocking = closing(new RawClient(supervisor.port()));
    blocking.request("/block");
    await().until(() -> worker.served() == 1);

    RawClient probe = closing(new RawClient(supervisor.port()));
    probe.request("/health/live");
    RawClient.Answer refused = RawClient.fresh(supervisor.port(), "/fast");
    worker.unblock();
    RawClient.Answer alive = probe.read();
    RawClient.Answer again = probe.get("/fast");

    assertThat(refused.status()).isEqualTo(503);
    assertThat(alive.status()).isEqualTo(200);
    assertThat(alive.body()).endsWith("/health/live");
    assertThat(again.status()).as("the connection goes on as any other").isEqualTo(200);
    assertThat(admission.refused(ShedReason.ALL_BLOCKED)).isEqualTo(1);
  }

  @Test
  void refusesEveryRequestAboveTheMostInFlightAndTakesTheBodyAway() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, admission);
    RawClient holding = closing(new RawClient(supervisor.port()));
    holding.request("/hold");
    RawClient client = closing(new RawClient(supervisor.port()));
    client.get("/fast");
    await().until(() -> worker.served() == 2);
    admission.enforce(new Admission.Rule(ShedReason.LAG, Long.MAX_VALUE, 1));

    client.send("POST /fast HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello");
    RawClient.Answer posted = client.read();
    RawClient.Answer again = client.get("/fast");
    worker.release();
    RawClient.Answer held = holding.read();
    RawClient.Answer free = client.get("/fast");

    assertThat(posted.status()).isEqualTo(503);
    assertThat(again.status()).isEqualTo(503);
    assertThat(held.status()).as("it was in flight before").isEqualTo(200);
    assertThat(free.status()).isEqualTo(200);
    assertThat(admission.refused(ShedReason.IN_FLIGHT)).isEqualTo(2);
  }

  @Test
  void letsPipelinedRequestsBehindAnUnansweredOneThrough() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, admission);
    RawClient client = closing(new RawClient(supervisor.port()));
    client.request("/hold");
    await().until(() -> worker.served() == 1);
    admission.enforce(new Admission.Rule(ShedReason.LAG, Long.MAX_VALUE, 1));

    client.request("/fast");
    worker.release();

    assertThat(client.read().body()).endsWith("/hold");
    assertThat(client.read().status()).isEqualTo(200);
  }

  @Test
  void looksAtNoRequestAnyMoreWhenTheOverloadIsOver() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, admission);
    RawClient client = closing(new RawClient(supervisor.port()));
    client.get("/fast");
    admission.enforce(new Admission.Rule(ShedReason.LAG, Long.MAX_VALUE, 1000));
    client.get("/fast");
    admission.enforce(null);

    assertThat(client.get("/fast").status()).isEqualTo(200);
    assertThat(worker.served()).isEqualTo(3);
    assertThat(Readings.gauge(worker.door().takeReadings(), ReadingNames.SHED_ACTIVE)).isZero();
  }

  @Test
  void anAnswerToARefusedConnectionIsWellFormed() throws Exception {
    FakeSupervisor supervisor = closing(new FakeSupervisor(1));
    TestWorker worker = worker(supervisor, 0, admission);
    RawClient blocking = closing(new RawClient(supervisor.port()));
    blocking.request("/block");
    await().until(() -> worker.served() == 1);

    RawClient refused = closing(new RawClient(supervisor.port()));
    refused.send("POST /fast HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
    refused.send(new String(new byte[100_000], US_ASCII).replace('\0', 'x'));
    RawClient.Answer answer = refused.read();

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.body()).isEqualTo("503 every worker is busy\n");
    assertThat(refused.isAtEnd()).isTrue();
  }
}
