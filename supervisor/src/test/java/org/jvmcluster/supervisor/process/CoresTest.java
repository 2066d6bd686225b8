package org.jvmcluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoresTest {
  @TempDir Path root;

  private FakeMachine machine;

  @BeforeEach
  void bootMachineOfEightCores() {
    machine = new FakeMachine(root);
  }

  @Test
  void areAllOfTheMachineWithoutALimit() {
    assertThat(Cores.read(root)).isEqualTo(new Cores(8, "all cores of this machine"));
  }

  @Test
  void areThoseThatMayBeUsed() {
    machine.file("proc/self/status", "Cpus_allowed_list:\t0-1,5\n");

    assertThat(Cores.read(root))
        .isEqualTo(new Cores(3, "CPU affinity 0-1,5 (taskset or cpuset) of 8"));
  }

  @ParameterizedTest
  @CsvSource({"50000 100000, 1", "100000 100000, 1", "150000 100000, 2", "200000 100000, 2"})
  void areTheQuotaOfVersion2Upwards(String max, int expected) {
    machine.unified("/app").file("sys/fs/cgroup/app/cpu.max", max + "\n");

    Cores cores = Cores.read(root);

    assertThat(cores.count()).isEqualTo(expected);
    assertThat(cores.source()).contains("CPU quota", "(/sys/fs/cgroup/app/cpu.max)");
  }

  @Test
  void nameTheFractionOfAQuota() {
    machine.unified("/").file("sys/fs/cgroup/cpu.max", "50000 100000\n");

    assertThat(Cores.read(root).source()).isEqualTo("CPU quota 0.5 (/sys/fs/cgroup/cpu.max)");
  }

  @Test
  void areTheQuotaOfVersion1() {
    machine
        .legacy("/", "/app")
        .file("sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us", "200000\n")
        .file("sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_period_us", "100000\n");

    assertThat(Cores.read(root))
        .isEqualTo(new Cores(2, "CPU quota 2 (/sys/fs/cgroup/cpu,cpuacct/app/cpu.cfs_quota_us)"));
  }

  @Test
  void areTheQuotaInAContainerThatSeesThePathOfItsHost() {
    machine
        .legacy("/docker/abc", "/docker/abc")
        .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000\n")
        .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");

    assertThat(Cores.read(root).count()).isEqualTo(2);
  }

  @Test
  void areTheSmallestLimitOfAllGroupsAbove() {
    machine
        .unified("/slice/app")
        .file("sys/fs/cgroup/slice/app/cpu.max", "max 100000\n")
        .file("sys/fs/cgroup/slice/cpu.max", "300000 100000\n")
        .file("sys/fs/cgroup/cpu.max", "max 100000\n");

    assertThat(Cores.read(root))
        .isEqualTo(new Cores(3, "CPU quota 3 (/sys/fs/cgroup/slice/cpu.max)"));
  }

  @Test
  void areNotLimitedByAQuotaThatIsNone() {
    machine
        .legacy("/", "/")
        .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n")
        .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");

    assertThat(Cores.read(root).count()).isEqualTo(8);
  }

  @Test
  void areTheAffinityWhereItIsSmallerThanTheQuota() {
    machine
        .unified("/")
        .file("sys/fs/cgroup/cpu.max", "400000 100000\n")
        .file("proc/self/status", "Cpus_allowed_list:\t3\n");

    assertThat(Cores.read(root).source()).startsWith("CPU affinity 3");
  }

  @Test
  void areOneForAProcessThatIsBoundToOne() throws Exception {
    Process bound =
        new ProcessBuilder("taskset", "-c", "0", "grep", "Cpus_allowed_list", "/proc/self/status")
            .start();
    try (BufferedReader reader = bound.inputReader(StandardCharsets.UTF_8)) {
      machine.file("proc/self/status", reader.readLine() + "\n");
    } finally {
      bound.waitFor(30, TimeUnit.SECONDS);
    }

    assertThat(Cores.read(root).count()).isEqualTo(1);
  }

  @Test
  void ofThisMachineAreAtLeastOne() {
    assertThat(Cores.ofThisProcess().count())
        .isBetween(1, Runtime.getRuntime().availableProcessors() + 1);
  }
}
