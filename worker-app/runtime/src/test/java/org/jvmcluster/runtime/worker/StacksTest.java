package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.MessageCodec;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.WorkerMessage.ThreadDump;

class StacksTest {
  private final CountDownLatch release = new CountDownLatch(1);
  private final EventLoopGroup epoll =
      new MultiThreadIoEventLoopGroup(
          2, new DefaultThreadFactory("stack-epoll", true), EpollIoHandler.newFactory());
  private final EventLoopGroup nio =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("stack-nio", true), NioIoHandler.newFactory());

  @AfterEach
  void end() {
    release.countDown();
    var unused = epoll.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    var unusedToo = nio.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  private void waitForRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void namesTheLoopThatIsBlockedAndWhatItIsAtWhileOthersWaitInTheirPollers() throws Exception {
    epoll.next().submit(() -> {}).get();
    nio.next().submit(() -> {}).get();
    epoll.next().execute(this::waitForRelease);

    ThreadDump dump =
        await()
            .until(
                () -> Stacks.dump(5),
                // The others need a moment until they are back at their pollers.
                seen ->
                    seen.blocked().stream()
                            .filter(loop -> loop.thread().startsWith("stack-"))
                            .allMatch(loop -> loop.frame().contains("waitForRelease"))
                        && seen.blocked().stream()
                            .anyMatch(loop -> loop.frame().contains("waitForRelease")));

    assertThat(dump.request()).isEqualTo(5);
    assertThat(dump.blocked())
        .filteredOn(loop -> loop.thread().startsWith("stack-"))
        .singleElement()
        .satisfies(
            loop -> {
              assertThat(loop.thread()).startsWith("stack-epoll");
              assertThat(loop.frame()).contains("park").contains(", called by " + testFrame());
            });
    int blocked = dump.text().indexOf("(event loop, at work)");
    int waiting = dump.text().indexOf("(event loop, waits in its poller)");
    int other = dump.text().indexOf("\"main\"");
    assertThat(List.of(blocked, waiting, other)).isSorted().allMatch(at -> at > 0);
    assertThat(dump.text()).containsPattern("\"stack-nio.*waits in its poller");
  }

  private static String testFrame() {
    return "org.jvmcluster.runtime.worker.StacksTest.waitForRelease(StacksTest.java:";
  }

  @Test
  void saysWhoHoldsTheLockThatAThreadWaitsForAndTheMonitorsItHolds() {
    ReentrantLock lock = new ReentrantLock();
    Object monitor = new Object();
    lock.lock();
    try {
      Thread waiting =
          Daemons.start(
              "stack-waiting",
              () -> {
                synchronized (monitor) {
                  lock.lock();
                  try {
                    release.countDown();
                  } finally {
                    lock.unlock();
                  }
                }
              });
      await().until(() -> waiting.getState() == Thread.State.WAITING);

      String text = Stacks.dump(1).text();

      String stack = text.substring(text.indexOf("\"stack-waiting\""));
      assertThat(stack).contains("- waits for java.util.concurrent.locks.ReentrantLock");
      assertThat(stack).contains("held by \"" + Thread.currentThread().getName() + "\"");
      assertThat(stack).contains("- holds java.lang.Object@");
    } finally {
      lock.unlock();
    }
  }

  @Test
  void leavesTheLastThreadsOutWhereTheTextWouldBeTooLong() throws Exception {
    List<ThreadInfo> all =
        Arrays.asList(ManagementFactory.getThreadMXBean().dumpAllThreads(true, false));
    String whole = Stacks.dump(1, all, Stacks.MAX_CHARACTERS).text();

    String part = Stacks.dump(1, all, whole.length() / 2).text();

    assertThat(whole).doesNotContain("left out");
    assertThat(part).hasSizeLessThan(whole.length());
    assertThat(part).containsPattern("\\.\\.\\. \\d+ more threads left out\\n$");
    assertThat(part.split("\n", -1)[0]).isEqualTo(all.size() + " threads; event loops first");
  }

  @Test
  void fitsIntoAFrameAtItsLongest() {
    String worst = "\u20ac".repeat(Stacks.MAX_CHARACTERS);

    assertThat(MessageCodec.encode(new ThreadDump(1, List.of(), worst)))
        .hasSizeLessThan(Protocol.MAX_FRAME_BYTES);
  }

  @Test
  void keepsTheTopAndTheBottomOfADeepStack() {
    Thread deep = Daemons.start("stack-deep", () -> descend(1_000));
    await().until(() -> deep.getState() == Thread.State.WAITING);

    String text = Stacks.dump(1).text();

    String stack = text.substring(text.indexOf("\"stack-deep\""));
    stack = stack.substring(0, stack.indexOf("\n\n"));
    assertThat(stack).containsPattern("\\.\\.\\. \\d{3} more frames left out");
    assertThat(stack).contains("waitForRelease").contains("java.lang.Thread.run");
    assertThat(stack.lines().count()).isLessThan(250);
  }

  private void descend(int depth) {
    if (depth == 0) {
      waitForRelease();
    } else {
      descend(depth - 1);
    }
  }
}
