package org.jvmcluster.runtime.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuStatFilesTest {
  private static final String V2 =
      "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
  private static final String V1 =
      """
      33 32 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
      34 32 0:30 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset
      """;

  private static List<String> find(String cgroup, String mountinfo) {
    return CpuStatFiles.find(cgroup, mountinfo).stream().map(Path::toString).toList();
  }

  @Test
  void versionTwoIsTheGroupAndThoseAroundIt() {
    assertThat(find("0::/system.slice/worker.service\n", V2))
        .containsExactly(
            "/sys/fs/cgroup/system.slice/worker.service/cpu.stat",
            "/sys/fs/cgroup/system.slice/cpu.stat",
            "/sys/fs/cgroup/cpu.stat");
  }

  @Test
  void versionOneIsTheHierarchyWithTheCpuController() {
    assertThat(find("5:cpuset:/other\n4:cpu,cpuacct:/worker\n1:name=systemd:/x\n", V1))
        .containsExactly(
            "/sys/fs/cgroup/cpu,cpuacct/worker/cpu.stat", "/sys/fs/cgroup/cpu,cpuacct/cpu.stat");
  }

  @Test
  void whereBothAreMountedTheOneWithTheControllerCounts() {
    String cgroup = "4:cpu,cpuacct:/one\n0::/two\n";

    assertThat(find(cgroup, V2 + V1)).first().asString().contains("cpu,cpuacct/one");
    assertThat(find("4:cpuset:/one\n0::/two\n", V2 + V1)).first().asString().contains("/two");
  }

  @Test
  void aContainerWithoutANamespaceHasItsGroupMountedAsTheRoot() {
    String mount =
        "40 39 0:29 /docker/abc /sys/fs/cgroup/cpu ro master:10 - cgroup cgroup rw,cpu\n";

    assertThat(find("4:cpu:/docker/abc\n", mount)).containsExactly("/sys/fs/cgroup/cpu/cpu.stat");
    assertThat(find("4:cpu:/docker/abc/inner\n", mount))
        .containsExactly("/sys/fs/cgroup/cpu/inner/cpu.stat", "/sys/fs/cgroup/cpu/cpu.stat");
    assertThat(find("4:cpu:/docker/abcd\n", mount)).containsExactly("/sys/fs/cgroup/cpu/cpu.stat");
  }

  @Test
  void aNamespaceShowsItsGroupAsTheRootAndOthersAsAbove() {
    assertThat(find("0::/\n", V2)).containsExactly("/sys/fs/cgroup/cpu.stat");
    assertThat(find("0::/../sibling\n", V2)).containsExactly("/sys/fs/cgroup/cpu.stat");
  }

  @Test
  void readsBlanksInPaths() {
    String mount = "40 39 0:29 / /mnt/c\\040g rw - cgroup2 cgroup2 rw\n";

    assertThat(find("0::/\n", mount)).containsExactly("/mnt/c g/cpu.stat");
  }

  @Test
  void findsNothingWhereNothingIsMountedOrTheTextIsStrange() {
    assertThat(find("0::/a\n", "")).isEmpty();
    assertThat(find("", V2)).isEmpty();
    assertThat(find("nonsense", "nonsense\n1 2 - x\n")).isEmpty();
  }
}
