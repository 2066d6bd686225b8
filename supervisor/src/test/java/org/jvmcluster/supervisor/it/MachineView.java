package org.jvmcluster.supervisor.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What the kernel says of processes and ports, read from {@code /proc}. */
final class MachineView {
  private static final String LISTENING = "0A"; // TCP_LISTEN, include/net/tcp_states.h

  /** Below net.ipv4.ip_local_port_range as it usually is. */
  private static final int FIRST_PORT = 20_000;

  private static final int PORTS_OF_A_FORK = 1_000;
  private static final int FORKS = 10;

  /** By chance, since another build may run on this machine. */
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger(new Random().nextInt(PORTS_OF_A_FORK));

  private MachineView() {}

  /** The processes that a process has started and that are not gone. */
  static List<ProcessHandle> childrenOf(long pid) {
    return ProcessHandle.of(pid)
        .map(parent -> parent.children().filter(ProcessHandle::isAlive).toList())
        .orElse(List.of());
  }

  /** The processes with a certain text in their command line, but the asking one. */
  static List<ProcessHandle> running(String text) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(process -> process.pid() != ProcessHandle.current().pid())
          .filter(process -> commandLine(process.pid()).contains(text))
          .toList();
    }
  }

  /** With its arguments separated by zeros; empty for a zombie or what is gone. */
  static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  /** How many sockets listen on a port, of any address. */
  static long listeners(int port) {
    return listeners("tcp", port) + listeners("tcp6", port);
  }

  /**
   * A port that nobody uses, and that nobody will be given who does not ask for it: it lies below
   * those from which the kernel chooses, and each JVM of the build has some for itself.
   */
  static int freePort() {
    int fork = Integer.getInteger("surefire.forkNumber", 0) % FORKS;
    for (int tries = 0; tries < PORTS_OF_A_FORK; tries++) {
      int port =
          FIRST_PORT
              + fork * PORTS_OF_A_FORK
              + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS_OF_A_FORK);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no port is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  /** Whether this process, and so every one it starts, ignores a signal of that number. */
  static boolean ignoresSignal(int number) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"), ISO_8859_1)) {
      return lines
          .filter(line -> line.startsWith("SigIgn:"))
          .map(line -> line.substring("SigIgn:".length()).strip())
          .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & 1L << (number - 1)) != 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long listeners(String table, int port) {
    String ending = String.format(Locale.ROOT, ":%04X", port);
    try (Stream<String> lines = Files.lines(Path.of("/proc/net", table), ISO_8859_1)) {
      // sl  local_address rem_address   st ...
      return lines
          .map(line -> line.strip().split("\\s+"))
          .filter(
              words -> words.length > 3 && words[1].endsWith(ending) && words[3].equals(LISTENING))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
