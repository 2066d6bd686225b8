package org.jvmcluster.supervisor.compare;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The processes of the machine at one moment, and who started whom. Immutable.
 *
 * @param entries by pid; zombies are left out
 */
record ProcessTable(Map<Long, Entry> entries) {
  // Places in /proc/PID/stat counted from the state, which follows the name; proc_pid_stat(5).
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int SESSION = 3;

  ProcessTable {
    entries = Map.copyOf(entries);
  }

  /** One of them. */
  record Entry(long parent, long session) {}

  /** What is there now; processes that may not be looked at are missing. */
  static ProcessTable read(Path proc) {
    Map<Long, Entry> entries = new TreeMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path folder : folders) {
        stat(folder)
            .flatMap(ProcessTable::parse)
            .ifPresent(entry -> entries.put(Long.valueOf(folder.getFileName().toString()), entry));
      }
    } catch (IOException unreadable) {
      return new ProcessTable(entries);
    }
    return new ProcessTable(entries);
  }

  private static Optional<String> stat(Path folder) {
    try {
      return Optional.of(Files.readString(folder.resolve("stat"), ISO_8859_1));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private static Optional<Entry> parse(String stat) {
    // The name may contain blanks and brackets; the last bracket ends it.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    if (fields.length <= SESSION || fields[STATE].equals("Z")) {
      return Optional.empty();
    }
    return Optional.of(new Entry(Long.parseLong(fields[PARENT]), Long.parseLong(fields[SESSION])));
  }

  /**
   * A process, everything it has started and everything of the session that it leads: a process
   * whose parent has ended has another parent, but still that session.
   *
   * @return pids, the root first if it is still there, the others ascending
   */
  List<Long> treeOf(long root) {
    Set<Long> members = new TreeSet<>(Set.of(root));
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Map.Entry<Long, Entry> entry : entries.entrySet()) {
        Entry process = entry.getValue();
        if (process.session() == root || members.contains(process.parent())) {
          grown |= members.add(entry.getKey());
        }
      }
    }
    members.remove(root);
    List<Long> pids = new ArrayList<>();
    if (entries.containsKey(root)) {
      pids.add(root);
    }
    pids.addAll(members);
    return List.copyOf(pids);
  }
}
