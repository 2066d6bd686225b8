package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.fleet.Outcome;

/** The modes with one worker. */
class ModeIT {
  private static final int USAGE = 2;

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @Test
  void computesOnThreadsOfOneWorkerWhoseNumberIsFixed() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(2, "--mode", "threads"), 1);
    assertThat(supervisor.status().getJsonObject("supervisor").getString("mode"))
        .isEqualTo("threads");

    for (int request = 0; request < 4; request++) {
      assertThat(HttpExchange.get(supervisor.port(), "/cpu?ms=5").status()).isEqualTo(200);
    }

    String threads = supervisor.admin().dump(new Slot(0));
    assertThat(threads).contains("\"compute-1\"").doesNotContain("\"compute-3\"");
    Outcome refused = supervisor.admin().scale(3, step -> {});
    assertThat(refused).isInstanceOf(Outcome.Refused.class);
    assertThat(refused.text()).contains("compute threads are fixed", "--workers N");
    supervisor.awaitReady(1);
    supervisor.signal("TERM");
    assertThat(supervisor.exitCode()).isZero();
    supervisor.assertNothingLeft();
  }

  @Test
  void runsEverythingOnOneLoopOfOneWorker() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(1, "--mode", "single"), 1);

    assertThat(HttpExchange.get(supervisor.port(), "/cpu?ms=5").status()).isEqualTo(200);

    assertThat(supervisor.admin().dump(new Slot(0))).doesNotContain("\"compute-");
    assertThat(supervisor.admin().scale(2, step -> {})).isInstanceOf(Outcome.Refused.class);
  }

  @Test
  void refusesASecondWorkerInModeSingle() throws Exception {
    SupervisorProcess supervisor = supervisors.start(SupervisorCommand.run(2, "--mode", "single"));

    assertThat(supervisor.exitCode()).isEqualTo(USAGE);
    supervisor.awaitOutput("mode single has 1 worker, not 2");
  }
}
