package org.jvmcluster.supervisor.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.compare.result.Environment;
import org.jvmcluster.supervisor.process.Cores;
import org.jvmcluster.supervisor.process.MemoryLimit;

/** What kind of machine this is. Asks for no name of host or user, and for no folder. */
final class EnvironmentReading {
  private static final String UNKNOWN = "unknown";

  private final Path root;

  /** Reads files below a folder, {@code /} outside of tests. */
  EnvironmentReading(Path root) {
    this.root = root;
  }

  /** The environment at this moment. */
  Environment read(String version, Optional<String> node, List<String> command) {
    return new Environment(
        processor(),
        Runtime.getRuntime().availableProcessors(),
        Cores.exactOfThisProcess(),
        MemoryLimit.ofThisProcess().bytes(),
        system(),
        Runtime.version() + ", " + System.getProperty("java.vendor", UNKNOWN),
        version,
        node,
        loadAverage(),
        Instant.now(),
        command);
  }

  /** Not every architecture names it; then that of the architecture. */
  String processor() {
    return value("proc/cpuinfo", "model name", ":")
        .orElseGet(() -> System.getProperty("os.arch", UNKNOWN));
  }

  String system() {
    String kernel = lines("proc/sys/kernel/osrelease").findFirst().orElse(UNKNOWN).strip();
    String distribution =
        value("etc/os-release", "PRETTY_NAME", "=").map(it -> it.replace("\"", "")).orElse(UNKNOWN);
    return "Linux " + kernel + ", " + distribution;
  }

  /** Of the last minute; 0 where it is not known. */
  double loadAverage() {
    return lines("proc/loadavg")
        .findFirst()
        .map(line -> line.split(" ")[0])
        .filter(text -> text.matches("\\d{1,9}\\.\\d{1,9}"))
        .map(Double::valueOf)
        .orElse(0.0);
  }

  /** Memory that can be had without swapping; empty where the kernel does not say. */
  Optional<Long> availableBytes() {
    return value("proc/meminfo", "MemAvailable", ":")
        .map(text -> text.split(" ")[0])
        .filter(text -> text.matches("\\d{1,15}"))
        .map(text -> Long.parseLong(text) << 10);
  }

  private Optional<String> value(String file, String key, String separator) {
    return lines(file)
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(separator) + 1).strip())
        .findFirst();
  }

  private Stream<String> lines(String file) {
    try {
      return Files.readAllLines(root.resolve(file), UTF_8).stream();
    } catch (IOException missing) {
      return Stream.empty();
    }
  }
}
