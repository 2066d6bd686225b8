package org.jvmcluster.supervisor.report;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the kernel counted of listening sockets since the network namespace exists, for all programs
 * in it. A counter that this kernel does not know is empty.
 *
 * @param listenOverflows connections dropped because an accept queue was full
 * @param listenDrops connections dropped at a listening socket for any reason
 * @param migrateSuccess connections that a closing socket of a group left to another, see {@code
 *     net.ipv4.tcp_migrate_req}
 * @param migrateFailure those that could not be left to another
 */
public record KernelCounters(
    OptionalLong listenOverflows,
    OptionalLong listenDrops,
    OptionalLong migrateSuccess,
    OptionalLong migrateFailure) {
  /** Where Linux shows them: pairs of lines, names and values, with a common prefix. */
  public static final Path NETSTAT = Path.of("/proc/net/netstat");

  private static final String PREFIX = "TcpExt:";

  /** When the file cannot be read. */
  public static final KernelCounters UNKNOWN =
      new KernelCounters(
          OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

  /** Reads them now, {@link #UNKNOWN} where that is not possible. */
  public static KernelCounters read(Path netstat) {
    try {
      List<String> lines =
          Files.readAllLines(netstat).stream().filter(line -> line.startsWith(PREFIX)).toList();
      return lines.size() < 2 ? UNKNOWN : parse(lines.get(0), lines.get(1));
    } catch (IOException e) {
      // Not there: a sandbox without /proc/net. The figures stay empty, which is what a reader
      // sees.
      return UNKNOWN;
    }
  }

  private static KernelCounters parse(String nameLine, String valueLine) {
    List<String> names = List.of(nameLine.trim().split("\\s+"));
    List<String> values = List.of(valueLine.trim().split("\\s+"));
    return new KernelCounters(
        value("ListenOverflows", names, values),
        value("ListenDrops", names, values),
        value("TCPMigrateReqSuccess", names, values),
        value("TCPMigrateReqFailure", names, values));
  }

  private static OptionalLong value(String name, List<String> names, List<String> values) {
    int at = names.indexOf(name);
    if (at < 0 || at >= values.size()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(values.get(at)));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** How much each has grown since {@code earlier}; empty where either is. */
  public KernelCounters since(KernelCounters earlier) {
    return new KernelCounters(
        difference(listenOverflows, earlier.listenOverflows),
        difference(listenDrops, earlier.listenDrops),
        difference(migrateSuccess, earlier.migrateSuccess),
        difference(migrateFailure, earlier.migrateFailure));
  }

  private static OptionalLong difference(OptionalLong later, OptionalLong earlier) {
    return later.isPresent() && earlier.isPresent()
        ? OptionalLong.of(later.getAsLong() - earlier.getAsLong())
        : OptionalLong.empty();
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("listenOverflows", JsonFigures.orNull(listenOverflows))
        .put("listenDrops", JsonFigures.orNull(listenDrops))
        .put("migrateSuccess", JsonFigures.orNull(migrateSuccess))
        .put("migrateFailure", JsonFigures.orNull(migrateFailure));
  }
}
