package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A supervisor that is killed takes its workers along, and the next one takes its place. */
class SupervisorDeathIT {
  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @Test
  void leavesNoWorkerBehindWhenItIsKilled() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(2, "--drain-timeout", "1s"), 2);
    Load load = supervisors.own(Load.start(Load.Plan.keepAlive(supervisor.port(), 4)));
    Set<ProcessHandle> workers = supervisor.seenWorkers();
    assertThat(workers).hasSize(2);

    supervisor.kill();

    Patience.await(
        "the end of the workers", () -> workers.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(MachineView.listeners(supervisor.port())).isZero();
    load.close();
  }

  @Test
  void startsAgainAtOnceAndNeverSharesThePortWithTheWorkersOfTheOneBefore() throws Exception {
    SupervisorProcess killed =
        supervisors.startReady(SupervisorCommand.run(2, "--drain-timeout", "30s"), 2);
    int port = killed.port();
    Set<ProcessHandle> orphans = killed.seenWorkers();
    HttpExchange held = supervisors.own(new HttpExchange(port, Patience.LIMIT));
    held.send("GET", "/wait?ms=8000");
    killed.awaitStatus(
        "a request in flight",
        status ->
            status.getJsonArray("workers").stream()
                .map(JsonObject.class::cast)
                .anyMatch(worker -> Integer.valueOf(1).equals(worker.getInteger("inFlight"))));
    killed.kill();

    SupervisorProcess next =
        supervisors.startReady(SupervisorCommand.runOn(port, 2, "--drain-timeout", "30s"), 2);

    assertThat(held.answer().status()).as("what an orphan had in flight").isEqualTo(200);
    assertThat(next.output().lines())
        .anyMatch(line -> line.contains("did not end in order; taken over"));
    for (int i = 0; i < 30; i++) {
      HttpExchange.Answer answer = HttpExchange.get(port, "/fast");
      assertThat(next.readyPids()).containsValue(answer.pid());
    }
    Patience.await(
        "the end of the orphans", () -> orphans.stream().noneMatch(ProcessHandle::isAlive));
    next.signal("TERM");
    assertThat(next.exitCode()).isZero();
    next.assertNothingLeft();
  }
}
