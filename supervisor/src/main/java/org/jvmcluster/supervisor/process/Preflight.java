package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.supervisor.process.Finding.Severity;

/** Looks for what this machine lacks, before it hurts. Reads a few files of {@code /proc}. */
public final class Preflight {
  private static final long MIB = 1L << 20;

  /** A small worker uses 60 to 80 MiB outside its heap. */
  private static final long OUTSIDE_HEAP_BYTES = 80 * MIB;

  /** What a JVM with Netty has open before the first connection: jars, libraries, epoll sets. */
  private static final int OWN_DESCRIPTORS = 100;

  private static final int TESTED_UP_TO = 25;

  // Bits of SigIgn in /proc/PID/status: signal N is bit N - 1.
  private static final int SIGHUP = 1;
  private static final int SIGINT = 2;

  private final Path root;

  /** A look at this machine. */
  public Preflight() {
    this(Path.of("/"));
  }

  Preflight(Path root) {
    this.root = requireNonNull(root, "root");
  }

  /**
   * What the supervisor is about to do.
   *
   * @param workers how many
   * @param backlog connections that may wait in each listening socket
   * @param heapMaxBytes of one worker; empty where the JVM will decide
   * @param transportProblem why the native transport does not load; empty when it does
   */
  public record Plan(
      int workers, int backlog, OptionalLong heapMaxBytes, Optional<String> transportProblem) {
    public Plan {
      requireNonNull(heapMaxBytes, "heapMaxBytes");
      requireNonNull(transportProblem, "transportProblem");
    }
  }

  /** Everything found, worst first; empty on a machine that has all it needs. */
  public List<Finding> examine(Plan plan) {
    List<Finding> found = new ArrayList<>();
    plan.transportProblem().ifPresent(problem -> found.add(noTransport(problem)));
    queue(plan).ifPresent(found::add);
    descriptors(plan).ifPresent(found::add);
    memory(plan).ifPresent(found::add);
    ignored(SIGHUP, "HUP", "nohup does that; use `supervisor restart`").ifPresent(found::add);
    ignored(SIGINT, "INT", "a shell's background job does that; use TERM or `supervisor stop`")
        .ifPresent(found::add);
    encoding(System.getProperty("sun.jnu.encoding", "UTF-8")).ifPresent(found::add);
    java(Runtime.version()).ifPresent(found::add);
    found.sort(Comparator.comparing(Finding::severity));
    return found;
  }

  private static Finding noTransport(String problem) {
    return new Finding(
        Severity.ERROR,
        "Netty's native epoll transport does not load (" + problem + ")",
        "sockets can neither be made nor passed to workers",
        "run on Linux x86_64 or aarch64 with glibc, with a temporary folder that is not mounted"
            + " noexec (or set -Dio.netty.native.workdir)");
  }

  private Optional<Finding> queue(Plan plan) {
    return ProcFile.firstLine(root.resolve("proc/sys/net/core/somaxconn"))
        .filter(text -> text.matches("\\d{1,9}"))
        .map(Integer::parseInt)
        .filter(limit -> limit < plan.backlog())
        .map(
            limit ->
                new Finding(
                    Severity.WARNING,
                    "net.core.somaxconn is " + limit + ", --backlog " + plan.backlog(),
                    "the kernel queues only " + limit + " connections a socket, then drops them",
                    "sysctl -w net.core.somaxconn=" + plan.backlog()));
  }

  private Optional<Finding> descriptors(Plan plan) {
    long wanted = (long) plan.backlog() + plan.workers() + OWN_DESCRIPTORS;
    String name = "Max open files"; // The lines of this file have no colon.
    return ProcFile.lines(root.resolve("proc/self/limits")).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip())
        .findFirst()
        .map(text -> text.split("\\s+")[0])
        .filter(text -> text.matches("\\d{1,18}"))
        .map(Long::parseLong)
        .filter(limit -> limit < wanted)
        .map(
            limit ->
                new Finding(
                    Severity.WARNING,
                    "a process may open " + limit + " files",
                    "a worker takes at most about "
                        + Math.max(0, limit - plan.workers() - OWN_DESCRIPTORS)
                        + " connections, others wait",
                    "ulimit -n " + Math.max(65536, wanted)));
  }

  private Optional<Finding> memory(Plan plan) {
    if (plan.heapMaxBytes().isEmpty()) {
      return Optional.empty();
    }
    MemoryLimit limit = MemoryLimit.read(root);
    long each = plan.heapMaxBytes().getAsLong() + OUTSIDE_HEAP_BYTES;
    long all = each * (plan.workers() + 1L);
    if (all <= limit.bytes()) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            Severity.WARNING,
            "%d workers and one more during a restart may grow to %d MiB each, %d MiB together"
                .formatted(plan.workers(), each / MIB, all / MIB),
            "that is more than " + limit.source() + ", the kernel would kill one",
            "use fewer --workers or a smaller --jvm-opt=-Xmx"));
  }

  private Optional<Finding> ignored(int signal, String name, String mend) {
    return ProcFile.value(root.resolve("proc/self/status"), "SigIgn")
        .filter(mask -> mask.matches("[0-9a-fA-F]{1,16}"))
        .map(mask -> Long.parseUnsignedLong(mask, 16))
        .filter(mask -> (mask >>> (signal - 1) & 1) == 1)
        .map(
            mask ->
                new Finding(
                    Severity.NOTE,
                    "signal " + name + " was ignored when the supervisor was started",
                    "Java leaves it ignored",
                    mend));
  }

  static Optional<Finding> encoding(String charset) {
    return charset.equalsIgnoreCase("UTF-8")
        ? Optional.empty()
        : Optional.of(
            new Finding(
                Severity.NOTE,
                "the locale's encoding is " + charset,
                "paths and options with other characters than it has cannot be used",
                "start the supervisor with LC_ALL=C.UTF-8"));
  }

  static Optional<Finding> java(Runtime.Version version) {
    return version.feature() <= TESTED_UP_TO
        ? Optional.empty()
        : Optional.of(
            new Finding(
                Severity.NOTE,
                "Java " + version,
                "tested on 17 and " + TESTED_UP_TO + " only",
                "set JAVA_HOME to one of these if something goes wrong"));
  }
}
