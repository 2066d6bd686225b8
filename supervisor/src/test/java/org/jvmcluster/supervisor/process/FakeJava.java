package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;

/** A shell script that is started in place of {@code java}: real processes within milliseconds. */
final class FakeJava {
  private FakeJava() {}

  /** Orders a worker that runs {@code script} with the arguments of a JVM. */
  static LaunchOrder order(Path folder, int slot, String script) throws IOException {
    return order(folder, slot, script, List.of(), List.of(), Map.of());
  }

  static LaunchOrder order(
      Path folder,
      int slot,
      String script,
      List<String> jvmOptions,
      List<String> arguments,
      Map<String, String> environment)
      throws IOException {
    Path java = folder.resolve("java-" + slot);
    Files.writeString(java, "#!/bin/bash\n" + script + "\n", UTF_8);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    LaunchRecord record =
        new LaunchRecord(
            new Generation(1),
            folder,
            "hash",
            java,
            List.of(folder.resolve("application.jar"), folder.resolve("runtime.jar")),
            "org.example.Main",
            jvmOptions,
            arguments,
            environment);
    return new LaunchOrder(new LaunchId(slot + 1L), new Slot(slot), record, 3, "127.0.0.1", 3100);
  }

  static WorkerSockets sockets(Path folder) {
    return new WorkerSockets(folder.resolve("control.sock"), folder.resolve("descriptors.sock"));
  }
}
