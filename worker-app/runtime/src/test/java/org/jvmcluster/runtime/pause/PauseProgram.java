package org.jvmcluster.runtime.pause;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * A JVM that watches its own pauses, for tests with real processes. It answers each line on its
 * input with one of its own: how many stops and the longest in milliseconds, how many collections
 * and the longest, since it began. With {@code garbage} it collects all the time.
 */
public final class PauseProgram {
  private final Histogram stops = new Histogram(2);
  private final Histogram collections = new Histogram(2);

  private PauseProgram() {}

  /** Runs until its input ends. */
  public static void main(String[] arguments) throws IOException {
    List<ReadingSource> sources = Pauses.watch(NanoClock.SYSTEM);
    if (List.of(arguments).contains("garbage")) {
      Thread litter = new Thread(PauseProgram::litter);
      litter.setDaemon(true);
      litter.start();
    }
    PauseProgram program = new PauseProgram();
    for (int asked = System.in.read(); asked >= 0; asked = System.in.read()) {
      program.answer(sources);
    }
  }

  private void answer(List<ReadingSource> sources) {
    for (ReadingSource source : sources) {
      for (Reading reading : source.takeReadings()) {
        if (reading instanceof Reading.Distribution durations) {
          (durations.name().equals(ReadingNames.PROCESS_STOP_NANOS) ? stops : collections)
              .add(durations.histogram());
        }
      }
    }
    System.out.println(text(stops) + " " + text(collections));
  }

  private static String text(Histogram durations) {
    return durations.getTotalCount() + " " + durations.getMaxValue() / 1_000_000;
  }

  private static void litter() {
    // Keeps some of it, so that a collection has something to do.
    Deque<byte[]> kept = new ArrayDeque<>();
    while (true) {
      kept.add(new byte[1_000]);
      if (kept.size() > 30_000) {
        kept.remove();
      }
    }
  }
}
