package org.jvmcluster.runtime.pause;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;

/**
 * CPU time that this machine, where it is a virtual one, wanted and did not get: the hypervisor
 * gave it to others. Of the machine, not of this process; all cores together. See proc(5), {@code
 * /proc/stat}, "steal".
 *
 * <p>Counted from when this object was made: the file counts from when the machine began, and all
 * of that would otherwise appear as lost in the first second of each new worker.
 */
final class StolenTime implements ReadingSource {
  /** The unit of the file: 1/100 s to every program, whatever the kernel's own tick. */
  private static final long UNIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Position of the figure in the line, after the line's name. */
  private static final int STEAL = 8;

  private final Path file;

  /** What the file said at first; empty until it could be read. */
  private OptionalLong before;

  StolenTime(Path file) {
    this.file = requireNonNull(file, "file");
    this.before = read();
  }

  static StolenTime ofThisMachine() {
    return new StolenTime(Path.of("/proc/stat"));
  }

  /** Understands {@code /proc/stat}; nanoseconds since the machine began. */
  static OptionalLong parse(String text) {
    return text.lines()
        .filter(line -> line.startsWith("cpu "))
        .map(line -> line.split(" +"))
        .filter(fields -> fields.length > STEAL && fields[STEAL].matches("[0-9]{1,16}"))
        .mapToLong(fields -> Long.parseLong(fields[STEAL]) * UNIT_NANOS)
        .findFirst();
  }

  @Override
  public List<Reading> takeReadings() {
    OptionalLong now = read();
    if (now.isEmpty()) {
      return List.of();
    }
    if (before.isEmpty()) {
      before = now;
    }
    long grown = Math.max(0, now.getAsLong() - before.getAsLong());
    return List.of(Reading.Counter.of(ReadingNames.CPU_STOLEN_NANOS, grown));
  }

  private OptionalLong read() {
    try {
      return parse(Files.readString(file));
    } catch (IOException notReadableHere) {
      return OptionalLong.empty();
    }
  }
}
