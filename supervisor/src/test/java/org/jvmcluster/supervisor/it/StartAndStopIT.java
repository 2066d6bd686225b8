package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The main job, from the first line to the last file. */
class StartAndStopIT {
  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @Test
  void servesWithThreeWorkersOnOnePortAndLeavesNothingAfterTerm() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(3), 3);

    Set<Integer> slots = new TreeSet<>();
    Patience.await(
        "answers of all workers",
        () -> {
          HttpExchange.Answer answer = HttpExchange.get(supervisor.port(), "/fast");
          assertThat(answer.status()).isEqualTo(200);
          assertThat(answer.generation()).isEqualTo(1);
          slots.add(answer.slot());
          return slots.size() == 3;
        });
    JsonObject status = supervisor.status();
    assertThat(status.getJsonArray("workers"))
        .extracting(worker -> ((JsonObject) worker).getInteger("slot"))
        .containsExactly(0, 1, 2);
    assertThat(status.getJsonObject("supervisor").getLong("pid")).isEqualTo(supervisor.pid());
    assertThat(MachineView.childrenOf(supervisor.pid())).hasSize(3);
    supervisor.awaitOutput("all workers are ready: http://127.0.0.1:" + supervisor.port() + "/");

    supervisor.signal("TERM");

    assertThat(supervisor.exitCode()).isZero();
    supervisor.assertNothingLeft();
  }
}
