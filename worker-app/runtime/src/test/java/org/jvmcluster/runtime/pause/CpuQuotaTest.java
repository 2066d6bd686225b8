package org.jvmcluster.runtime.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
  void addsWhatTheGroupsAroundTheProcessHaveCountedSinceItBegan() throws Exception {
    Path own = file("own", V2);
    Path outer = file("outer", V1);
    CpuQuota quota =
        new CpuQuota(
            List.of(own, directory.resolve("missing"), outer, file("root", "usage_usec 5\n")));

    assertThat(quota.takeReadings())
        .containsExactlyInAnyOrder(
            Reading.Counter.of(ReadingNames.CPU_THROTTLED_PERIODS, 0),
            Reading.Counter.of(ReadingNames.CPU_THROTTLED_NANOS, 0));
    Files.writeString(own, "nr_throttled 5\nthrottled_usec 250700\n");
    Files.writeString(outer, "nr_throttled 38\nthrottled_time 1500000300\n");
    assertThat(quota.takeReadings())
        .containsExactlyInAnyOrder(
            Reading.Counter.of(ReadingNames.CPU_THROTTLED_PERIODS, 3),
            Reading.Counter.of(ReadingNames.CPU_THROTTLED_NANOS, 700_300));
  }

  @Test
  void saysNothingRatherThanZeroWhereNoGroupCounts() throws Exception {
    assertThat(new CpuQuota(List.of(directory.resolve("missing"))).takeReadings()).isEmpty();
    assertThat(new CpuQuota(List.of()).takeReadings()).isEmpty();
  }

  @Test
  void readsWhateverThisMachineHas() {
    assertThat(CpuQuota.ofThisProcess().takeReadings())
        .allSatisfy(reading -> assertThat(((Reading.Counter) reading).total()).isNotNegative());
  }
}
