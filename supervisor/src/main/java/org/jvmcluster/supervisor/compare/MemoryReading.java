package org.jvmcluster.supervisor.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.supervisor.compare.result.Memory;
import org.jvmcluster.supervisor.process.ProcessReader;

/** Adds up what the processes of an arm have in memory. */
final class MemoryReading {
  private MemoryReading() {}

  /** As it is now; empty where its processes are not known. */
  static Optional<Memory> of(RunningArm arm, ProcessReader reader) {
    return arm.processes().map(pids -> of(pids, arm.supervising(), reader));
  }

  private static Memory of(List<Long> pids, OptionalLong supervising, ProcessReader reader) {
    int processes = 0;
    long rss = 0;
    List<Long> shares = new ArrayList<>();
    for (long pid : pids) {
      Optional<Long> resident = reader.rssBytes(pid);
      if (resident.isPresent()) {
        processes++;
        rss += resident.get();
        reader.pssBytes(pid).ifPresent(shares::add);
      }
    }
    // With one of them unknown a sum would say too little.
    OptionalLong pss =
        processes > 0 && shares.size() == processes
            ? OptionalLong.of(shares.stream().mapToLong(Long::longValue).sum())
            : OptionalLong.empty();
    OptionalLong parent =
        supervising.isEmpty()
            ? OptionalLong.empty()
            : reader
                .pssBytes(supervising.getAsLong())
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    return new Memory(processes, rss, pss, parent);
  }
}
