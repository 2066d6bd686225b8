package org.jvmcluster.supervisor.load;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which worker answered, as the header {@code X-Worker: SLOT/GENERATION/PID} says.
 *
 * @param slot from 0
 * @param generation from 1
 * @param pid of the process
 */
public record WorkerName(int slot, int generation, long pid) implements Comparable<WorkerName> {
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,6})/(\\d{1,9})/(\\d{1,10})");

  private static final Comparator<WorkerName> ORDER =
      Comparator.comparingInt(WorkerName::slot)
          .thenComparingInt(WorkerName::generation)
          .thenComparingLong(WorkerName::pid);

  /** Reads the header's value; empty if it has another form. */
  static Optional<WorkerName> of(String header) {
    Matcher matcher = SHAPE.matcher(header);
    return matcher.matches()
        ? Optional.of(
            new WorkerName(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Long.parseLong(matcher.group(3))))
        : Optional.empty();
  }

  @Override
  public int compareTo(WorkerName other) {
    return ORDER.compare(this, other);
  }

  /** {@code 0/1/4711}, as in the header. */
  @Override
  public String toString() {
    return slot + "/" + generation + "/" + pid;
  }
}
