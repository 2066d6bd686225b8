package org.jvmcluster.runtime.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.pause.CpuQuota.Throttled;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

class CpuQuotaTest {
  private static final String V1 = "nr_periods 120\nnr_throttled 37\nthrottled_time 1500000000\n";
  private static final String V2 =
      """
      usage_usec 5
      user_usec 4
      system_usec 1
      nr_periods 10
      nr_throttled 3
      throttled_usec 250000
      nr_bursts 0
      burst_usec 0
      """;

  @TempDir private Path directory;

  private Path file(String name, String text) throws Exception {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void understandsBothVersions() {
    assertThat(CpuQuota.parse(V1)).contains(new Throttled(37, 1_500_000_000));
    assertThat(CpuQuota.parse(V2)).contains(new Throttled(3, 250_000_000));
  }

  @Test
  void knowsNothingOfAGroupThatDoesNotCount() {
    assertThat(CpuQuota.parse("usage_usec 5\nuser_usec 4\nsystem_usec 1\n")).isEmpty();
    assertThat(CpuQuota.parse("nr_throttled 3\n")).isEmpty();
    assertThat(CpuQuota.parse("nr_throttled x\nthrottled_time 1\n")).isEmpty();
    assertThat(CpuQuota.parse("")).isEmpty();
  }

  @Test
  void addsTheGroupsAroundTheProcess() throws Exception {
    List<Path> files =
        List.of(
            file("own", V2),
            directory.resolve("missing"),
            file("outer", V1),
            file("root", "usage_usec 5\n"));
    CpuQuota quota = new CpuQuota(() -> files);
    assertThat(quota.takeReadings())
        .as("nothing of what was held before it began to look")
        .containsExactlyElementsOf(totals(0, 0));
    file("own", V2.replace("nr_throttled 3", "nr_throttled 4"));
    file("outer", V1.replace("1500000000", "1500000070"));

    assertThat(quota.takeReadings()).containsExactlyElementsOf(totals(1, 70));
  }

  @Test
  void saysNothingRatherThanZeroWhereNoGroupCounts() throws Exception {
    assertThat(new CpuQuota(() -> List.of(directory.resolve("missing"))).takeReadings()).isEmpty();
    assertThat(new CpuQuota(List::of).takeReadings()).isEmpty();
  }

  @Test
  void goesOnFromItsTotalsWhenTheProcessIsMovedToAnotherGroup() throws Exception {
    List<Path> own = new ArrayList<>(List.of(file("first", V2)));
    CpuQuota quota = new CpuQuota(() -> List.copyOf(own));
    file("first", V2.replace("250000", "250900").replace("nr_throttled 3", "nr_throttled 6"));
    assertThat(quota.takeReadings()).containsExactlyElementsOf(totals(3, 900_000));

    own.set(0, file("second", V1));
    assertThat(quota.takeReadings())
        .as("nothing of what was held there before")
        .containsExactlyElementsOf(totals(3, 900_000));
    file("second", "nr_periods 125\nnr_throttled 39\nthrottled_time 1600000000\n");

    assertThat(quota.takeReadings()).containsExactlyElementsOf(totals(5, 100_900_000));
  }

  private static List<Reading> totals(long periods, long nanos) {
    return List.of(
        Reading.Counter.of(ReadingNames.CPU_THROTTLED_PERIODS, periods),
        Reading.Counter.of(ReadingNames.CPU_THROTTLED_NANOS, nanos));
  }

  @Test
  void readsWhateverThisMachineHas() {
    assertThat(CpuQuota.ofThisProcess().takeReadings())
        .allSatisfy(reading -> assertThat(((Reading.Counter) reading).total()).isNotNegative());
  }
}
