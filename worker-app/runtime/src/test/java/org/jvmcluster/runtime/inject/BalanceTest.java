package org.jvmcluster.runtime.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.listen.FakeSupervisor;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.Slot;

/** Three workers on one port: who serves what. */
class BalanceTest {
  private final List<AutoCloseable> toClose = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    Collections.reverse(toClose);
    for (AutoCloseable each : toClose) {
      each.close();
    }
  }

  private List<TestWorker> workers(FakeSupervisor supervisor, int count, int loops, Acceptance how)
      throws Exception {
    toClose.add(supervisor);
    List<TestWorker> workers = new ArrayList<>();
    for (int slot = 0; slot < count; slot++) {
      TestWorker worker = TestWorker.bound(supervisor, slot, loops, how, 64);
      toClose.add(worker);
      workers.add(worker);
    }
    for (TestWorker worker : workers) {
      worker.door().open();
    }
    return workers;
  }

  /** Loads the classes of both sides, or the first requests would be slow for that reason. */
  private static void warm(FakeSupervisor supervisor) throws Exception {
    Load.start(supervisor.port(), "/fast", 4, 400, true).await();
  }

  @Test
  void spreadsTwentyBlockingRequestsEvenlyOverThreeWorkers() throws Exception {
    FakeSupervisor supervisor = new FakeSupervisor(3);
    workers(supervisor, 3, 1, Acceptance.IDLE);
    warm(supervisor);

    Load load = Load.start(supervisor.port(), "/block?ms=100", 20, 20, true);
    load.await();

    assertThat(load.failures()).isEmpty();
    assertThat(Collections.max(load.byWorker().values())).isLessThanOrEqualTo(8);
  }

  @Test
  void idleKeptAliveConnectionsDoNotDisturbTheBalance() throws Exception {
    FakeSupervisor supervisor = new FakeSupervisor(3);
    workers(supervisor, 3, 1, Acceptance.IDLE);
    warm(supervisor);
    List<RawClient> idle = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      RawClient client = new RawClient(supervisor.port());
      toClose.add(client);
      client.get("/fast");
      idle.add(client);
    }

    Load load = Load.start(supervisor.port(), "/block?ms=100", 20, 20, true);
    load.await();

    assertThat(load.failures()).isEmpty();
    assertThat(Collections.max(load.byWorker().values())).isLessThanOrEqualTo(8);
    assertThat(idle.get(0).get("/fast").status()).isEqualTo(200);
  }

  @Test
  void spreadsOverAllLoopsOfWorkersWithTwo() throws Exception {
    FakeSupervisor supervisor = new FakeSupervisor(3);
    workers(supervisor, 3, 2, Acceptance.IDLE);
    warm(supervisor);

    // 24 over 6 loops: any loop that gets a fifth shows in the worker's count or the total.
    Load load = Load.start(supervisor.port(), "/block?ms=100", 24, 24, true);
    load.await();

    assertThat(load.failures()).isEmpty();
    assertThat(Collections.max(load.byWorker().values())).isLessThanOrEqualTo(10);
  }

  @Test
  void letsRequestsThatLeaveTheLoopFreeRunTogether() throws Exception {
    FakeSupervisor supervisor = new FakeSupervisor(3);
    List<TestWorker> workers = workers(supervisor, 3, 1, Acceptance.IDLE);

    // None is answered before all have begun, which a gate that waits for answers never allows.
    Load load = Load.start(supervisor.port(), "/hold", 20, 20, true);
    await().until(() -> workers.stream().mapToInt(TestWorker::served).sum() == 20);
    workers.forEach(TestWorker::release);
    load.await();

    assertThat(load.failures()).isEmpty();
    assertThat(load.answers()).isEqualTo(20);
  }

  @Test
  void doesNotSerialiseRequestsThatLeaveTheLoopFree() throws Exception {
    FakeSupervisor supervisor = new FakeSupervisor(3);
    workers(supervisor, 3, 1, Acceptance.IDLE);
    warm(supervisor);

    // The ideal in the same run: the same clients and requests on connections that are accepted
    // already, so that no gate stands before them. In turns, and the best of each, since other
    // work of the machine comes and goes.
    long ungated = Long.MAX_VALUE;
    long gated = Long.MAX_VALUE;
    for (int turn = 0; turn < 4; turn++) {
      ungated =
          Math.min(ungated, Load.start(supervisor.port(), "/wait?ms=20", 20, 150, false).await());
      Load load = Load.start(supervisor.port(), "/wait?ms=20", 20, 150, true);
      gated = Math.min(gated, load.await());
      assertThat(load.failures()).isEmpty();
    }

    // One at a time in each of 3 workers would take 20 / 3 times as long. The ratio is about 1.1
    // on a quiet machine; the rest is room for a busy one.
    assertThat((double) gated / ungated).isLessThan(3);
  }

  @Test
  void servesTheSlotsOfOthersOnlyWhereNobodyElseDoesWhenToldSo() throws Exception {
    FakeSupervisor supervisor = new FakeSupervisor(2);
    TestWorker worker = workers(supervisor, 1, 1, Acceptance.OWN).get(0);
    worker.door().unserved(Set.of(new Slot(1)));

    Load load = Load.start(supervisor.port(), "/fast", 4, 60, true);
    load.await();

    assertThat(load.failures()).isEmpty();
    assertThat(load.answers()).isEqualTo(60);
  }

  @Test
  void servesSlotsThatAreAddedWhileItRuns() throws Exception {
    FakeSupervisor supervisor = new FakeSupervisor(1);
    TestWorker worker = workers(supervisor, 1, 1, Acceptance.IDLE).get(0);
    for (int slot = 1; slot < 6; slot++) {
      supervisor.addSlot();
      supervisor.sendSocket(worker.door(), slot);
    }

    Load load = Load.start(supervisor.port(), "/fast", 4, 200, true);
    load.await();

    assertThat(load.failures()).isEmpty();
    assertThat(load.answers()).isEqualTo(200);
  }
}
