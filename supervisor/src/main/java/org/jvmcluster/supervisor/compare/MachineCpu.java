package org.jvmcluster.supervisor.compare;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What all cores of the machine have done since it was started, as {@code /proc/stat} counts it: in
 * ticks of 10 ms over all cores.
 *
 * @param busy used by processes and the kernel
 * @param stolen given to other machines by the hypervisor
 * @param all time that passed, of all cores together
 */
record MachineCpu(Duration busy, Duration stolen, Duration all) {
  private static final long TICK_MILLIS = 10;

  // Behind "cpu": user nice system idle iowait irq softirq steal; guest time is within user.
  private static final int[] BUSY = {0, 1, 2, 5, 6};
  private static final int STEAL = 7;
  private static final int FIELDS = 8;

  /** The counts now; empty where the file is none. */
  static Optional<MachineCpu> read(Path proc) {
    try (Stream<String> lines = Files.lines(proc.resolve("stat"), ISO_8859_1)) {
      return lines.filter(line -> line.startsWith("cpu ")).findFirst().flatMap(MachineCpu::parse);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<MachineCpu> parse(String line) {
    String[] words = line.substring("cpu ".length()).strip().split(" +");
    if (words.length < FIELDS) {
      return Optional.empty();
    }
    long[] ticks = Arrays.stream(words).limit(FIELDS).mapToLong(Long::parseLong).toArray();
    return Optional.of(
        new MachineCpu(
            ticks(Arrays.stream(BUSY).mapToLong(field -> ticks[field]).sum()),
            ticks(ticks[STEAL]),
            ticks(Arrays.stream(ticks).sum())));
  }

  private static Duration ticks(long ticks) {
    return Duration.ofMillis(TICK_MILLIS * ticks);
  }

  MachineCpu since(MachineCpu earlier) {
    return new MachineCpu(
        busy.minus(earlier.busy), stolen.minus(earlier.stolen), all.minus(earlier.all));
  }

  /** Of all time, what the hypervisor took; 0 to 1. */
  double stolenShare() {
    return all.isZero() || stolen.isNegative() ? 0 : (double) stolen.toNanos() / all.toNanos();
  }
}
