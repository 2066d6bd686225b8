package org.jvmcluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLimitTest {
  private static final long GIB = 1L << 30;

  @TempDir Path root;

  private FakeMachine machine;

  @BeforeEach
  void bootMachineOf16Gib() {
    machine = new FakeMachine(root);
  }

  @Test
  void isTheMachinesMemoryWithoutALimit() {
    assertThat(MemoryLimit.read(root))
        .isEqualTo(new MemoryLimit(16 * GIB, "a machine of 16384 MiB"));
  }

  @Test
  void isTheLimitOfVersion2() {
    machine.unified("/app").file("sys/fs/cgroup/app/memory.max", 2 * GIB + "\n");

    assertThat(MemoryLimit.read(root))
        .isEqualTo(new MemoryLimit(2 * GIB, "a limit of 2048 MiB (/sys/fs/cgroup/app/memory.max)"));
  }

  @Test
  void isTheSmallestOfAllGroupsAbove() {
    machine
        .unified("/slice/app")
        .file("sys/fs/cgroup/slice/app/memory.max", "max\n")
        .file("sys/fs/cgroup/slice/memory.max", 3 * GIB + "\n");

    assertThat(MemoryLimit.read(root).bytes()).isEqualTo(3 * GIB);
  }

  @Test
  void isTheLimitOfVersion1() {
    machine
        .legacy("/", "/app")
        .file("sys/fs/cgroup/memory/app/memory.limit_in_bytes", GIB + "\n")
        .file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

    assertThat(MemoryLimit.read(root).bytes()).isEqualTo(GIB);
  }

  @Test
  void isTheMachinesMemoryWhereALimitIsAboveIt() {
    machine.unified("/").file("sys/fs/cgroup/memory.max", 64 * GIB + "\n");

    assertThat(MemoryLimit.read(root).bytes()).isEqualTo(16 * GIB);
  }

  @Test
  void ofThisMachineIsKnown() {
    assertThat(MemoryLimit.ofThisProcess().source()).doesNotContain("guessed");
  }
}
