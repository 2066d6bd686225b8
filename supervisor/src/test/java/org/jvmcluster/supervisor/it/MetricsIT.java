package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvmcluster.supervisor.metrics.Exposition;
import org.jvmcluster.supervisor.report.Window;

/** One scrape for all workers, beside the status, with real workers. */
class MetricsIT {
  @RegisterExtension final Supervisors supervisors = new Supervisors();

  private static double sum(Exposition shown, String name, int workers) {
    return IntStream.range(0, workers)
        .mapToDouble(slot -> shown.value(name, "worker", Integer.toString(slot)))
        .sum();
  }

  @Test
  void agreesWithTheStatusAndGoesOnCountingOverARestart() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(2), 2);
    Load load = supervisors.own(Load.start(Load.Plan.fresh(supervisor.port(), 4)));
    load.awaitMore(500);
    load.assertNothingLost();

    double before =
        Patience.awaiting("the same requests in scrape and status")
            .until(
                () -> {
                  JsonObject merged = supervisor.admin().status(Window.ALL).getJsonObject("merged");
                  Exposition shown = AdminSocket.metrics(supervisor);
                  double requests = sum(shown, "supervisor_worker_requests_total", 2);
                  double timed = sum(shown, "supervisor_worker_request_duration_seconds_count", 2);
                  boolean agree =
                      requests == merged.getDouble("requests")
                          && timed == merged.getJsonObject("latency").getDouble("count");
                  return agree ? requests : 0;
                },
                requests -> requests >= load.requests());

    assertThat(supervisor.admin().restart(step -> {})).isNotNull();
    Exposition after = AdminSocket.metrics(supervisor);
    assertThat(sum(after, "supervisor_worker_requests_total", 2)).isGreaterThanOrEqualTo(before);
    assertThat(after.value("supervisor_worker_restarts_total", "worker", "0", "reason", "replaced"))
        .isEqualTo(1);
    assertThat(after.containing("supervisor_worker_info")).hasSize(2);
  }

  @Test
  void answersAtOnceWhileAWorkerIsStoppedAndMarksIt() throws Exception {
    SupervisorProcess supervisor = supervisors.startReady(SupervisorCommand.run(3), 3);
    Patience.await(
        "three workers that report",
        () -> sum(AdminSocket.metrics(supervisor), "supervisor_worker_up", 3) == 3);
    long stopped = supervisor.readyPids().get(1);

    SupervisorProcess.signal(stopped, "STOP");
    try {
      Exposition first =
          Patience.awaiting("the mark")
              .until(
                  () -> AdminSocket.metrics(supervisor),
                  shown -> shown.value("supervisor_worker_up", "worker", "1") == 0);
      long begin = System.nanoTime();
      Exposition second = AdminSocket.metrics(supervisor);
      Duration took = Duration.ofNanos(System.nanoTime() - begin);

      assertThat(took).isLessThan(Duration.ofSeconds(1));
      assertThat(second.value("supervisor_worker_report_age_seconds", "worker", "1"))
          .isGreaterThan(first.value("supervisor_worker_report_age_seconds", "worker", "1"))
          .isGreaterThanOrEqualTo(3);
      for (String slot : new String[] {"0", "2"}) {
        assertThat(second.value("supervisor_worker_up", "worker", slot)).isEqualTo(1);
        assertThat(second.value("supervisor_worker_report_age_seconds", "worker", slot))
            .isLessThan(3);
        assertThat(second.has("supervisor_worker_connections", "worker", slot)).isTrue();
        assertThat(second.has("supervisor_worker_requests_total", "worker", slot)).isTrue();
      }
      begin = System.nanoTime();
      List<JsonObject> workers = supervisor.workers();
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));
      assertThat(workers)
          .extracting(worker -> worker.getLong("reportAgeMs") >= 3_000)
          .as("by slot, whether it is silent")
          .containsExactly(false, true, false);
    } finally {
      SupervisorProcess.signal(stopped, "CONT");
    }
    Patience.await(
        "its reports", () -> sum(AdminSocket.metrics(supervisor), "supervisor_worker_up", 3) == 3);
  }
}
