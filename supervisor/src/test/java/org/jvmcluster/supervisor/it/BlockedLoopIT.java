package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A loop that is held shows while it is held, since no loop is asked for it. */
class BlockedLoopIT {
  private static final long BLOCK_MILLIS = 5_000;

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @Test
  void isShownDuringTheBlockAndNotAfterIt() throws Exception {
    SupervisorProcess supervisor = supervisors.startWarm(SupervisorCommand.run(2), 2);
    Path socket = supervisor.directory().resolve("admin.sock");
    HttpExchange blocking =
        supervisors.own(new HttpExchange(supervisor.port(), Duration.ofMinutes(1)));
    // A connection stays with its worker.
    int slot = blocking.ask("GET", "/fast").slot();
    String probe = "/workers/" + slot + "/health/";

    long sent = System.nanoTime();
    blocking.send("GET", "/block?ms=" + BLOCK_MILLIS);

    JsonObject blocked =
        supervisor.awaitWorker(
            slot,
            "the sight of a blocked worker beside one that serves",
            worker -> {
              boolean isSeen =
                  "blocked".equals(worker.getString("state"))
                      && AdminRequest.status(socket, probe + "ready") == 503
                      && AdminRequest.status(socket, "/health/ready") == 200;
              assertThat(AdminRequest.status(socket, probe + "live")).isEqualTo(200);
              assertThat(blocking.hasBeenAnswered()).as("answered before it was seen").isFalse();
              return isSeen;
            });
    assertThat(blocked.getJsonObject("eventLoop").getDouble("blockedForMs"))
        .isBetween(1_000.0, (System.nanoTime() - sent) / 1e6);
    HttpExchange.Answer answer = blocking.answer();
    assertThat(answer.slot()).isEqualTo(slot);
    JsonObject after =
        supervisor.awaitWorker(
            slot,
            "the worker to be ready again",
            worker ->
                "ready".equals(worker.getString("state"))
                    && Figure.of(worker, "eventLoop", "lagMaxMs") >= BLOCK_MILLIS - 100);
    assertThat(after.getJsonObject("eventLoop").getDouble("blockedForMs")).isLessThan(1_000);
    Patience.await("its probe", () -> AdminRequest.status(socket, probe + "ready") == 200);
  }
}
