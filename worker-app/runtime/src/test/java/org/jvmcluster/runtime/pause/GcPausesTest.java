package org.jvmcluster.runtime.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

class GcPausesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Copy",
        "MarkSweepCompact",
        "PS Scavenge",
        "PS MarkSweep",
        "G1 Young Generation",
        "G1 Old Generation",
        "G1 Concurrent GC",
        "ZGC Pauses",
        "ZGC Minor Pauses",
        "ZGC Major Pauses",
        "Shenandoah Pauses"
      })
  void countsCollectorsThatStopTheApplication(String name) {
    assertThat(Collectors.pauses(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ZGC Cycles", "ZGC Minor Cycles", "ZGC Major Cycles", "Shenandoah Cycles"})
  void leavesOutWhatWorksBesideTheApplication(String name) {
    assertThat(Collectors.pauses(name)).isFalse();
  }

  @Test
  void reportsEachPauseOfThisJvmOnceAndTheirSum() {
    GcPauses pauses = GcPauses.listen();
    List<Reading> readings = new ArrayList<>();
    long before = sum(pauses.takeReadings());

    System.gc();

    await()
        .until(
            () -> {
              readings.addAll(pauses.takeReadings());
              return readings.stream().anyMatch(Reading.Distribution.class::isInstance);
            });
    assertThat(sum(pauses.takeReadings())).isGreaterThanOrEqualTo(before);
    assertThat(readings)
        .filteredOn(Reading.Distribution.class::isInstance)
        .allMatch(reading -> reading.name().equals(ReadingNames.GC_PAUSE_NANOS));
  }

  private static long sum(List<Reading> readings) {
    return readings.stream()
        .filter(reading -> reading.name().equals(ReadingNames.GC_PAUSED_NANOS))
        .mapToLong(reading -> ((Reading.Counter) reading).total())
        .findFirst()
        .orElseThrow();
  }
}
