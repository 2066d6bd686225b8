package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.WorkerReport;
import org.jvmcluster.supervisor.control.Strain;
import org.jvmcluster.supervisor.fleet.Pulse;

class ReportSignsTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void readsWhatALoopDidFromThreeReadings() {
    ReportSigns signs =
        of(
            busyFor(1, 5),
            busyFor(0, 7),
            new Reading.Counter(ReadingNames.LOOP_CPU_NANOS, Map.of("loop", "0"), 11),
            new Reading.Counter(ReadingNames.LOOP_RUN_QUEUE_NANOS, Map.of("loop", "0"), 13),
            Reading.Gauge.of(ReadingNames.CONNECTIONS, 4));

    assertThat(signs.pulse())
        .isEqualTo(
            new Pulse(
                List.of(new Pulse.LoopPulse("0", 7, 11, 13), new Pulse.LoopPulse("1", 5, 0, 0)),
                OptionalLong.of(4)));
  }

  @Test
  void takesAReportWithoutFiguresOfLoopsForASignOfLife() {
    ReportSigns signs =
        of(new Reading.Counter(ReadingNames.LOOP_CPU_NANOS, Map.of("loop", "0"), 11));

    assertThat(signs.pulse()).isEqualTo(Pulse.BARE);
    assertThat(signs.strain()).isEqualTo(Strain.NONE);
  }

  @Test
  void callsAWorkerBlockedWhenNoneOfItsLoopsHasTurnedForASecond() {
    assertThat(of(busyFor(0, SECOND)).strain().isBlocked()).isTrue();
    assertThat(of(busyFor(0, SECOND - 1)).strain().isBlocked()).isFalse();
    assertThat(of(busyFor(0, 9 * SECOND), busyFor(1, 0)).strain().isBlocked()).isFalse();
    assertThat(of(busyFor(0, 9 * SECOND), busyFor(1, SECOND)).strain().isBlocked()).isTrue();
  }

  @Test
  void saysWhetherItRefusesRequests() {
    assertThat(of(Reading.Gauge.of(ReadingNames.SHED_ACTIVE, 1)).strain())
        .isEqualTo(new Strain(false, true));
    assertThat(of(Reading.Gauge.of(ReadingNames.SHED_ACTIVE, 0)).strain()).isEqualTo(Strain.NONE);
  }

  private static Reading busyFor(int loop, long nanos) {
    Map<String, String> labels = Map.of("loop", Integer.toString(loop));
    return new Reading.Gauge(ReadingNames.LOOP_BUSY_FOR_NANOS, labels, nanos);
  }

  private static ReportSigns of(Reading... readings) {
    return ReportSigns.of(new WorkerReport(1, 0, SECOND, List.of(readings)));
  }
}
