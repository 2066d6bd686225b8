package org.jvmcluster.supervisor.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A root folder with what {@code /proc} and {@code /sys} of some machine would say. */
final class FakeMachine {
  private final Path root;

  FakeMachine(Path root) {
    this.root = root;
    file("proc/meminfo", "MemTotal:       16777216 kB\nMemFree: 1 kB\n");
    file("proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-7\nSigIgn:\t0000000000000000\n");
    file("sys/devices/system/cpu/online", "0-7\n");
    file("proc/sys/net/core/somaxconn", "4096\n");
    file("proc/self/limits", "Max open files            1048576       1048576       files\n");
    file("proc/self/mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
    file("proc/self/cgroup", "0::/\n");
  }

  FakeMachine file(String path, String content) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Version 2 at the usual place. */
  FakeMachine unified(String path) {
    return file(
            "proc/self/mountinfo",
            """
            20 1 8:1 / / rw - ext4 /dev/sda1 rw
            30 20 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate
            """)
        .file("proc/self/cgroup", "0::" + path + "\n");
  }

  /** Version 1; {@code top} is the part of the tree that is mounted. */
  FakeMachine legacy(String top, String path) {
    return file(
            "proc/self/mountinfo",
            """
            31 30 0:27 %1$s /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
            32 30 0:28 %1$s /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
            """
                .formatted(top))
        .file("proc/self/cgroup", "5:cpu,cpuacct:" + path + "\n4:memory:" + path + "\n0::/\n");
  }
}
