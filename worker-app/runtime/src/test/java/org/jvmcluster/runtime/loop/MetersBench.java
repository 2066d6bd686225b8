package org.jvmcluster.runtime.loop;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.loop.StampedLoad.Manner;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Holds what the meters of an event loop say against loads that stamp their own begin and end;
 * started by {@code scripts/bench-meters.sh}. The loop is one of Netty's on epoll, metered as in a
 * worker, and is read by readers as the report and the overload guard have them.
 *
 * <p>Prints a line a figure: the case, the figure, what was measured, the bar and whether it was
 * met, separated by tabs. Durations in milliseconds.
 */
public final class MetersBench {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  /** Between two stamps the thread that takes them can lose its core. */
  private static final double STAMP_MILLIS = 5;

  private final EventLoops loops = new EventLoops(NanoClock.SYSTEM);
  private final EventLoop loop;
  private final int seconds;
  private final int quietSeconds;

  private MetersBench(int seconds, int quietSeconds) {
    this.seconds = seconds;
    this.quietSeconds = quietSeconds;
    EventLoopGroup group =
        loops.group(1, new DefaultThreadFactory("bench-loop", true), EpollIoHandler.newFactory());
    this.loop = group.next();
  }

  /**
   * Runs all cases once.
   *
   * @param arguments seconds of each load; seconds of quiet before the full load
   */
  public static void main(String[] arguments) throws Exception {
    MetersBench bench =
        new MetersBench(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
    bench.warmUp();
    bench.idle();
    bench.half(Manner.BLOCKED);
    bench.half(Manner.BURNT);
    bench.oneBlock();
    bench.midBlock();
    bench.twoReaders();
    bench.afterQuiet();
  }

  /** What runs for the first time is slow, in the meters and in the loads. */
  private void warmUp() throws Exception {
    LoopReader reader = loops.reader();
    new StampedLoad(loop, Manner.BURNT, 2 * MILLI, 4 * MILLI, 250).start().await();
    for (int i = 0; i < 200; i++) {
      reader.take();
    }
  }

  private void idle() throws Exception {
    LoopReader reader = loops.reader();
    pause(seconds * SECOND);
    LoopWindow window = only(reader);
    double lag = millis(window.lag().getValueAtPercentile(50));
    say("idle", "utilization", window.utilization(), "< 0.02", window.utilization() < 0.02);
    say("idle", "lag p50 ms", lag, "< 1", lag < 1);
  }

  private void half(Manner manner) throws Exception {
    String title = "100 of 200 ms " + manner.name().toLowerCase(Locale.ROOT);
    LoopReader reader = loops.reader();
    Stamped stamped = new Stamped(reader);
    StampedLoad load = halfLoad(manner).start();
    load.await();
    LoopWindow window = only(reader);
    double share = stamped.share(load);
    double apart = window.utilization() - share;
    say(title, "stamped share", share, "", true);
    say(title, "utilization - stamped share", apart, "within 0.02", Math.abs(apart) <= 0.02);
  }

  private StampedLoad halfLoad(Manner manner) {
    return new StampedLoad(loop, manner, 100 * MILLI, 200 * MILLI, seconds * 5);
  }

  /** A window that begins with a reader's, by this thread's own clock. */
  private record Stamped(long beganNanos) {
    Stamped(LoopReader reader) {
      this(startWindow(reader));
    }

    private static long startWindow(LoopReader reader) {
      reader.take();
      return System.nanoTime();
    }

    double share(StampedLoad load) {
      return (double) load.busyNanos() / (System.nanoTime() - beganNanos);
    }
  }

  private void oneBlock() throws Exception {
    String title = "one block of 700 ms in " + seconds + " s";
    LoopReader reader = loops.reader();
    long began = System.nanoTime();
    pause(seconds * SECOND / 2 - 350 * MILLI);
    StampedLoad load = new StampedLoad(loop, Manner.BLOCKED, 700 * MILLI, 0, 1).start();
    load.await();
    pause(seconds * SECOND - (System.nanoTime() - began));
    LoopWindow window = only(reader);
    double apart = millis(window.lagMaxNanos()) - millis(load.longestNanos());
    double p99 = millis(window.lagP99Nanos());
    // A tick that was late by a tick or more was due in the block.
    double late =
        100.0
            * window.lag().getCountBetweenValues(LagTicks.TICK_NANOS, window.lag().getMaxValue())
            / window.lag().getTotalCount();
    double expected = 100.0 * load.longestNanos() / window.elapsedNanos();
    say(title, "lag max - stamp, ms", apart, "within 20", Math.abs(apart) <= 20);
    say(title, "lag p99 ms", p99, ">= 500", p99 >= 500);
    say(
        title,
        "% of the ticks late by 10 ms or more",
        late,
        around(expected),
        Math.abs(late - expected) <= 1);
    say(
        title,
        "utilization %",
        100 * window.utilization(),
        around(expected),
        Math.abs(100 * window.utilization() - expected) <= 1);
  }

  private static String around(double percent) {
    return String.format(Locale.ROOT, "%.1f +-1", percent);
  }

  private void midBlock() throws Exception {
    String title = "a read in the middle of a block of 1 s";
    LoopReader reader = loops.reader();
    StampedLoad load = new StampedLoad(loop, Manner.BLOCKED, SECOND, 0, 1).start();
    load.awaitBegin();
    pause(200 * MILLI);
    reader.take();
    pause(300 * MILLI);
    long before = System.nanoTime();
    LoopWindow window = only(reader);
    long after = System.nanoTime();
    long began = load.beganNanos();
    load.await();
    // The window was taken between the two stamps; a distance is what lies outside of them.
    double tooLong = Math.max(0, millis(window.busyForNanos() - (after - began)));
    double tooShort = Math.max(0, millis(before - began - window.busyForNanos()));
    double apart = Math.max(tooLong, tooShort);
    say(title, "utilization", window.utilization(), "1", window.utilization() == 1.0);
    say(title, "busyFor - stamp, ms", apart, "within 5", apart <= STAMP_MILLIS);
  }

  /** A second reader that looks 200 times a second, in phases of quite different work. */
  private void twoReaders() throws Exception {
    long phase = seconds * SECOND * 3 / 10;
    long end = System.nanoTime() + phase;
    twoReaders("idle", null, () -> System.nanoTime() - end >= 0);
    StampedLoad onAndOff =
        new StampedLoad(loop, Manner.BURNT, 10 * MILLI, 20 * MILLI, (int) (phase / (20 * MILLI)));
    twoReaders("10 of 20 ms burnt", onAndOff, onAndOff::isDone);
    StampedLoad blocked = new StampedLoad(loop, Manner.BLOCKED, phase, 0, 1);
    twoReaders("one block", blocked, blocked::isDone);
  }

  private void twoReaders(String phase, @Nullable StampedLoad load, BooleanSupplier done)
      throws Exception {
    String title = "a second reader, 200 looks a second, " + phase;
    LoopReader first = loops.reader();
    LoopReader second = loops.reader();
    Stamped stamped = new Stamped(first);
    second.take();
    if (load != null) {
      load.start();
    }
    Looks looks = new Looks();
    while (!done.getAsBoolean()) {
      looks.look(second);
      pause(5 * MILLI);
    }
    LoopWindow whole = only(first);
    double share = load == null ? 0 : stamped.share(load);
    looks.look(second);
    say(title, "looks", looks.count, "", true);
    say(title, "values out of 0..1 or below 0", looks.wrong, "0", looks.wrong == 0);
    double apart = whole.utilization() - share;
    say(
        title,
        "the first one's utilization - stamped share",
        apart,
        "within 0.02",
        Math.abs(apart) <= 0.02);
    // The second one's last window ends a moment later than the first one's.
    double sum = millis(looks.busyNanos - whole.busyNanos());
    say(
        title,
        "busy ms in all windows of the second - in the one of the first",
        sum,
        "within 5",
        Math.abs(sum) <= STAMP_MILLIS);
  }

  /** What one reader saw in many windows. */
  private static final class Looks {
    private int count;
    private int wrong;
    private long busyNanos;

    void look(LoopReader reader) {
      count++;
      try {
        LoopWindow window = only(reader);
        busyNanos += window.busyNanos();
        double utilization = window.utilization();
        boolean sound =
            utilization >= 0
                && utilization <= 1
                && window.busyForNanos() >= 0
                && window.lagMaxNanos() >= 0;
        wrong += sound ? 0 : 1;
      } catch (IllegalArgumentException refusedByTheWindowItself) {
        wrong++;
      }
    }
  }

  /** Figures reckoned from the start would not move after a long quiet time. */
  private void afterQuiet() throws Exception {
    String title = "full load of 5 s after " + quietSeconds + " s of quiet, looks a second apart";
    LoopReader reader = loops.reader();
    List<Look> looks = new ArrayList<>();
    lookEverySecond(reader, quietSeconds, looks);
    // The looks know nothing of the load: it begins and ends between two of them.
    pause(SECOND / 2);
    // Turns of 10 ms without a pause, between which the loop polls.
    StampedLoad load =
        new StampedLoad(loop, Manner.BURNT, 10 * MILLI, 0, Integer.MAX_VALUE).start();
    load.awaitBegin();
    long began = load.beganNanos();
    pause(SECOND / 2);
    looks.add(Look.at(reader));
    lookEverySecond(reader, 4, looks);
    pause(SECOND / 2);
    load.stop();
    load.await();
    long ended = load.endedNanos();
    pause(SECOND / 2);
    looks.add(Look.at(reader));
    lookEverySecond(reader, 3, looks);
    double highest =
        looks.stream()
            .filter(look -> look.atNanos - began < 0)
            .mapToDouble(Look::utilization)
            .max()
            .orElse(Double.NaN);
    double rise = secondsUntil(looks, began, look -> look.utilization >= 0.9);
    double fall = secondsUntil(looks, ended, look -> look.utilization < 0.1);
    say(title, "highest utilization of a quiet second", highest, "< 0.1", highest < 0.1);
    say(title, "s until a look says 0.9 or more", rise, "<= 2", rise <= 2);
    say(title, "s after the load until one says less than 0.1", fall, "<= 2", fall <= 2);
  }

  private record Look(long atNanos, double utilization) {
    static Look at(LoopReader reader) {
      double utilization = only(reader).utilization();
      return new Look(System.nanoTime(), utilization);
    }
  }

  /** The worker's report looks once a second too. */
  private static void lookEverySecond(LoopReader reader, int seconds, List<Look> looks)
      throws InterruptedException {
    for (int second = 0; second < seconds; second++) {
      pause(SECOND);
      looks.add(Look.at(reader));
    }
  }

  private static double secondsUntil(List<Look> looks, long from, Predicate<Look> condition) {
    return looks.stream()
        .filter(look -> look.atNanos - from > 0)
        .filter(condition)
        .mapToDouble(look -> (look.atNanos - from) / (double) SECOND)
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static LoopWindow only(LoopReader reader) {
    List<LoopWindow> windows = reader.take();
    if (windows.size() != 1) {
      throw new IllegalStateException(windows.size() + " loops instead of one");
    }
    return windows.get(0);
  }

  /** Lets time pass: the length of a window is not waiting for anything. */
  private static void pause(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos);
  }

  private static double millis(long nanos) {
    return nanos / (double) MILLI;
  }

  private static void say(String title, String figure, double value, String bar, boolean met) {
    System.out.println(
        String.join(
            "\t",
            title,
            figure,
            String.format(Locale.ROOT, "%.4f", value),
            bar,
            bar.isEmpty() ? "" : met ? "met" : "MISSED"));
  }
}
