package org.jvmcluster.runtime.worker;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jvmcluster.runtime.protocol.WorkerMessage.BlockedLoop;
import org.jvmcluster.runtime.protocol.WorkerMessage.ThreadDump;

/**
 * What all threads of this JVM are at: event loops first, those that are at work before those that
 * wait in their poller; then pool threads, then all others.
 *
 * <p>Read from the JVM by whoever asks, so it works while every event loop is blocked. The JVM
 * stops for it for some milliseconds. Monitors that a thread holds are listed, and of a lock it
 * waits for the owner; a list of all other locks it holds would need a walk through the whole heap,
 * which stops a serving worker for as long as a full collection.
 *
 * <p>Stateless, safe for any thread.
 */
final class Stacks {
  /**
   * The longest text, in characters: at most three bytes each it stays within a frame, and the
   * threads that matter come first.
   */
  static final int MAX_CHARACTERS = 1 << 20;

  /** Frames of one thread; of deeper stacks the top tells what it is at, the bottom who it is. */
  private static final int TOP_FRAMES = 200;

  private static final int BOTTOM_FRAMES = 10;

  /** Part of the name of every class that runs Netty's event loops, whatever their transport. */
  private static final String LOOP_CLASS = "io.netty.channel.SingleThread";

  /** Code that an application did not write, so that the first frame outside of it says more. */
  private static final List<String> FOREIGN =
      List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "io.netty.", "io.vertx.");

  private Stacks() {}

  /** The answer to a question of the supervisor. */
  static ThreadDump dump(long request) {
    ThreadInfo[] all = ManagementFactory.getThreadMXBean().dumpAllThreads(true, false);
    return dump(request, Arrays.asList(all), MAX_CHARACTERS);
  }

  static ThreadDump dump(long request, List<ThreadInfo> all, int maxCharacters) {
    List<ThreadInfo> threads =
        all.stream()
            .sorted(
                Comparator.comparing((ThreadInfo thread) -> Rank.of(thread))
                    .thenComparing(ThreadInfo::getThreadName))
            .toList();
    List<BlockedLoop> blocked =
        threads.stream()
            .filter(thread -> Rank.of(thread) == Rank.LOOP_AT_WORK)
            .map(thread -> new BlockedLoop(thread.getThreadName(), frame(thread)))
            .toList();
    StringBuilder text = new StringBuilder();
    text.append(threads.size()).append(" threads; event loops first\n");
    int shown = 0;
    for (ThreadInfo thread : threads) {
      String described = describe(thread);
      if (text.length() + described.length() > maxCharacters) {
        text.append("\n... ").append(threads.size() - shown).append(" more threads left out\n");
        break;
      }
      text.append('\n').append(described);
      shown++;
    }
    return new ThreadDump(request, blocked, text.toString());
  }

  /** In the order in which threads are shown. */
  private enum Rank {
    LOOP_AT_WORK("event loop, at work"),
    LOOP_IN_POLLER("event loop, waits in its poller"),
    POOL("pool thread"),
    OTHER("");

    private final String words;

    Rank(String words) {
      this.words = words;
    }

    static Rank of(ThreadInfo thread) {
      StackTraceElement[] stack = thread.getStackTrace();
      if (Arrays.stream(stack).anyMatch(frame -> frame.getClassName().startsWith(LOOP_CLASS))) {
        return isInPoller(stack) ? LOOP_IN_POLLER : LOOP_AT_WORK;
      }
      String name = thread.getThreadName();
      boolean pool =
          Stream.of("core-pool-", "compute-", "vert.x-worker-thread-", "vert.x-internal-blocking-")
              .anyMatch(name::startsWith);
      return pool ? POOL : OTHER;
    }

    private static boolean isInPoller(StackTraceElement[] stack) {
      // The JDK's selectors and Netty's epoll, some frames below the native call.
      return Arrays.stream(stack)
          .limit(8)
          .anyMatch(
              frame ->
                  frame.getMethodName().startsWith("epollWait")
                      || frame.getMethodName().startsWith("epollBusyWait")
                      || frame.getClassName().startsWith("sun.nio.ch.SelectorImpl"));
    }
  }

  /** What it is at, and for whom. */
  private static String frame(ThreadInfo thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    StackTraceElement top = stack[0];
    return Arrays.stream(stack)
        .filter(frame -> FOREIGN.stream().noneMatch(frame.getClassName()::startsWith))
        .findFirst()
        .filter(own -> !own.equals(top))
        .map(own -> name(top) + ", called by " + name(own))
        .orElse(name(top));
  }

  /** Without loader and module, which the JDK's own form begins with. */
  private static String name(StackTraceElement frame) {
    String place =
        frame.isNativeMethod()
            ? "Native Method"
            : frame.getFileName() + (frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber());
    return frame.getClassName() + "." + frame.getMethodName() + "(" + place + ")";
  }

  private static String describe(ThreadInfo thread) {
    Rank rank = Rank.of(thread);
    StringBuilder text = new StringBuilder();
    text.append('"').append(thread.getThreadName()).append('"');
    text.append(" id ").append(thread.getThreadId());
    text.append(thread.isDaemon() ? " daemon " : " ").append(thread.getThreadState());
    if (!rank.words.isEmpty()) {
      text.append(" (").append(rank.words).append(')');
    }
    text.append('\n');
    LockInfo lock = thread.getLockInfo();
    StackTraceElement[] stack = thread.getStackTrace();
    List<String> lines = new ArrayList<>();
    for (int depth = 0; depth < stack.length; depth++) {
      if (stack.length > TOP_FRAMES + BOTTOM_FRAMES && depth == TOP_FRAMES) {
        int left = stack.length - TOP_FRAMES - BOTTOM_FRAMES;
        lines.add("... " + left + " more frames left out");
        depth += left;
      }
      lines.add("at " + name(stack[depth]));
      if (depth == 0 && lock != null) {
        String owner = thread.getLockOwnerName();
        String waits =
            thread.getThreadState() == Thread.State.BLOCKED ? "blocked on " : "waits for ";
        lines.add("- " + waits + lock + (owner == null ? "" : " held by \"" + owner + '"'));
      }
      for (MonitorInfo monitor : thread.getLockedMonitors()) {
        if (monitor.getLockedStackDepth() == depth) {
          lines.add("- holds " + monitor);
        }
      }
    }
    lines.forEach(line -> text.append("    ").append(line).append('\n'));
    return text.toString();
  }
}
