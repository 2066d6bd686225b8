package org.jvmcluster.supervisor.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM options of a worker: our defaults, then the operator's, so that his win. A default that
 * would contradict one of his is left out, because a JVM does not take the last of two collectors
 * or of two heap bounds: it refuses to start.
 *
 * @param options in order
 * @param heapMaxBytes the largest heap they allow; empty where the JVM will decide
 */
public record WorkerJvmOptions(List<String> options, OptionalLong heapMaxBytes) {
  /** A stack of Vert.x, Netty and application code is deeper than the recorder's default of 64. */
  private static final String RECORDER = "-XX:FlightRecorderOptions=stackdepth=1024";

  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");
  private static final Pattern MAX_HEAP = Pattern.compile("-(?:Xmx|XX:MaxHeapSize=)(.+)");
  private static final Pattern INITIAL_HEAP =
      Pattern.compile("-(?:Xms|XX:InitialHeapSize=|XX:MinHeapSize=)(.+)");
  private static final Pattern HEAP_BY_SHARE =
      Pattern.compile("-XX:(?:MaxRAM|MaxRAMPercentage|MaxRAMFraction)=.+");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([kKmMgGtT]?)");

  public WorkerJvmOptions {
    options = List.copyOf(options);
  }

  /**
   * The options of a generation.
   *
   * @param heap the default size, used as far as {@code own} says nothing about it
   * @param own the operator's options, one an entry, unchanged and last
   */
  public static WorkerJvmOptions of(HeapSize heap, List<String> own) {
    List<String> all = new ArrayList<>();
    if (own.stream().noneMatch(option -> COLLECTOR.matcher(option).matches())) {
      // One loop a worker: parallel collection would take the cores of the other workers, and the
      // serial collector has the smallest footprint.
      all.add("-XX:+UseSerialGC");
    }
    OptionalLong max = size(own, MAX_HEAP);
    boolean sizedByShare = own.stream().anyMatch(option -> HEAP_BY_SHARE.matcher(option).matches());
    OptionalLong initial = size(own, INITIAL_HEAP);
    if (max.isEmpty() && !sizedByShare) {
      max = OptionalLong.of(Math.max(heap.maxBytes(), initial.orElse(0)));
      if (initial.isEmpty()) {
        all.add("-Xms" + mebibytes(heap.initialBytes()));
      }
      all.add("-Xmx" + mebibytes(max.getAsLong()));
    }
    // A worker without memory answers nothing and looks alive; dead, it is replaced at once.
    all.add("-XX:+ExitOnOutOfMemoryError");
    all.add(RECORDER);
    // Known since 16; without it a JVM from 24 on warns when Netty loads its library.
    all.add("--enable-native-access=ALL-UNNAMED");
    all.addAll(own);
    return new WorkerJvmOptions(all, max);
  }

  private static String mebibytes(long bytes) {
    return (bytes + (1 << 20) - 1) / (1 << 20) + "m";
  }

  /** The last one wins, as in the JVM; a size we cannot read is left for the JVM to refuse. */
  private static OptionalLong size(List<String> options, Pattern kind) {
    OptionalLong last = OptionalLong.empty();
    for (String option : options) {
      Matcher matcher = kind.matcher(option);
      if (matcher.matches()) {
        last = OptionalLong.of(bytes(matcher.group(1)));
      }
    }
    return last;
  }

  private static long bytes(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      return 0;
    }
    int shift =
        switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          case "t" -> 40;
          default -> 0;
        };
    return Long.parseLong(matcher.group(1)) << shift;
  }
}
