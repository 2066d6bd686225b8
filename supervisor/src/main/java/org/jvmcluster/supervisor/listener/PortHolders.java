package org.jvmcluster.supervisor.listener;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jvmcluster.runtime.protocol.Protocol;

/**
 * Finds out who listens on a port: the inodes of listening sockets from {@code /proc/net/tcp}, then
 * the processes that have a descriptor of such an inode. What may not be read is left out.
 */
final class PortHolders {
  private final Path proc;
  private final String ourControlOption;

  /**
   * @param runtimeDirectory that of the port. The caller holds its lock, so no supervisor that
   *     lives has started a worker from there: one with this directory on its command line is an
   *     orphan.
   */
  PortHolders(Path proc, Path runtimeDirectory) {
    this.proc = requireNonNull(proc, "proc");
    this.ourControlOption =
        "-D" + Protocol.CONTROL_SOCKET_PROPERTY + "=" + runtimeDirectory.toAbsolutePath() + "/";
  }

  /** One entry a process; one without pid for each socket whose process is not to be seen. */
  List<PortHolder> of(ListenAddress address) {
    List<TcpTable.Listener> unexplained = new ArrayList<>(new TcpTable(proc).listenersOn(address));
    List<TcpTable.Listener> listeners = List.copyOf(unexplained);
    List<PortHolder> holders = new ArrayList<>();
    for (Path process : listeners.isEmpty() ? List.<Path>of() : processes()) {
      Set<Long> inodes = socketInodes(process);
      List<TcpTable.Listener> held =
          listeners.stream().filter(listener -> inodes.contains(listener.inode())).toList();
      if (!held.isEmpty()) {
        holders.add(holder(process, held.get(0).uid()));
        unexplained.removeAll(held);
      }
    }
    for (TcpTable.Listener listener : unexplained) {
      holders.add(new PortHolder(OptionalLong.empty(), listener.uid(), "", false));
    }
    return holders;
  }

  private PortHolder holder(Path process, int uid) {
    List<String> arguments = arguments(process);
    boolean orphan = arguments.stream().anyMatch(argument -> argument.startsWith(ourControlOption));
    return new PortHolder(
        OptionalLong.of(Long.parseLong(process.getFileName().toString())),
        uid,
        String.join(" ", arguments),
        orphan);
  }

  private List<Path> processes() {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[1-9]*")) {
      entries.forEach(found::add);
    } catch (IOException notReadable) {
      return List.of();
    }
    return found;
  }

  private static Set<Long> socketInodes(Path process) {
    Set<Long> inodes = new HashSet<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path descriptor : descriptors) {
        String target = target(descriptor);
        if (target.startsWith("socket:[") && target.endsWith("]")) {
          inodes.add(Long.parseLong(target.substring("socket:[".length(), target.length() - 1)));
        }
      }
    } catch (IOException notOursOrGone) {
      return inodes;
    }
    return inodes;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }

  private static List<String> arguments(Path process) {
    try {
      return List.of(new String(Files.readAllBytes(process.resolve("cmdline")), UTF_8).split("\0"));
    } catch (IOException gone) {
      return List.of();
    }
  }
}
