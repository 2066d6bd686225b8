package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The modes with one worker, under a real supervisor. */
class ModesIT {
  private static final int USAGE = 2;

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @Test
  void computesOnThreadsOfItsOwnInModeThreads() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(2, "--mode", "threads"), 1);

    assertThat(cpu(supervisor).text()).containsPattern("ran on compute-[12] \\(thread\\)");
    restartAndRefuseToScale(supervisor, "threads");
    assertThat(cpu(supervisor).text()).containsPattern("ran on compute-[12] \\(thread\\)");
  }

  @Test
  void doesEverythingOnTheLoopInModeSingle() throws Exception {
    SupervisorProcess supervisor =
        supervisors.startReady(SupervisorCommand.run(1, "--mode", "single"), 1);

    assertThat(cpu(supervisor).text()).containsPattern("ran on \\S*eventloop\\S* \\(loop\\)");
    restartAndRefuseToScale(supervisor, "single");
    HttpExchange.Answer hash = HttpExchange.get(supervisor.port(), "/hash?iterations=1000");
    assertThat(hash.text()).containsPattern("ran on \\S*eventloop\\S* \\(loop\\)");
  }

  private static HttpExchange.Answer cpu(SupervisorProcess supervisor) throws Exception {
    HttpExchange.Answer answer = HttpExchange.get(supervisor.port(), "/cpu?ms=5");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer;
  }

  private void restartAndRefuseToScale(SupervisorProcess supervisor, String mode) throws Exception {
    long before = supervisor.readyPids().get(0);
    Load load = supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), 2)));

    supervisor.admin().restart(step -> {});

    load.assertNothingLost();
    HttpExchange.Answer after = cpu(supervisor);
    assertThat(after.generation()).isEqualTo(2);
    assertThat(after.pid()).isNotEqualTo(before);

    SupervisorProcess scale =
        supervisors.start(
            SupervisorCommand.of("scale", "3", "--port", Integer.toString(supervisor.port())));
    assertThat(scale.exitCode()).isEqualTo(USAGE);
    assertThat(String.join("\n", scale.output().untilTheEnd())).contains(mode);
    assertThat(supervisor.workers()).hasSize(1);
    assertThat(supervisor.worker(0).getLong("pid")).isEqualTo(after.pid());
  }
}
