package org.jvmcluster.runtime.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.runtime.listen.FakeSupervisor;
import org.jvmcluster.runtime.loop.EventLoops;
import org.jvmcluster.runtime.loop.LoopReader;
import org.jvmcluster.runtime.loop.LoopReadings;
import org.jvmcluster.runtime.loop.LoopWindow;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.time.NanoClock;

/** Real event loops and what their meters say, with room for a busy machine. */
class LoopMetersTest {
  private static final long MILLI = 1_000_000;

  private final List<AutoCloseable> toClose = new ArrayList<>();
  private FakeSupervisor supervisor;

  @BeforeEach
  void startSupervisor() throws Exception {
    supervisor = new FakeSupervisor(1);
    toClose.add(supervisor);
  }

  @AfterEach
  void closeAll() throws Exception {
    Collections.reverse(toClose);
    for (AutoCloseable each : toClose) {
      each.close();
    }
  }

  private <T extends AutoCloseable> T closing(T resource) {
    toClose.add(resource);
    return resource;
  }

  private static void pass(long millis) {
    long begin = System.nanoTime();
    await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> System.nanoTime() - begin >= millis * MILLI);
  }

  /** Holds its thread without using it, as a blocking call does. */
  private static void hold(long millis) {
    long end = System.nanoTime() + millis * MILLI;
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Test
  void aBlockIsSeenWhileItLastsAndAsWholeAfterIt() throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));
    RawClient client = closing(new RawClient(supervisor.port()));
    client.get("/fast");
    LoopReader reader = worker.loops().reader();
    LoopReader whole = worker.loops().reader();
    long sent = System.nanoTime();
    client.request("/block");
    await().until(() -> worker.served() == 2);
    long began = System.nanoTime();
    await().until(() -> reader.take().get(0).busyForNanos() > 100 * MILLI);

    pass(400);
    LoopWindow during = reader.take().get(0);
    // At least so long it was blocked, and at most until all was read.
    long atLeast = System.nanoTime() - began;
    worker.unblock();
    client.read();
    // The response is there before the turn that wrote it has ended.
    await().until(() -> reader.take().get(0).turns().getMaxValue() >= atLeast);
    LoopWindow after = whole.take().get(0);
    long atMost = System.nanoTime() - sent;

    assertThat(during.utilization()).isEqualTo(1.0);
    assertThat(during.busyForNanos()).isBetween(400 * MILLI, atMost);
    assertThat(during.lagMaxNanos()).isGreaterThan(395 * MILLI);
    // Ticks are 10 ms apart, and a histogram rounds by a hundredth.
    assertThat(after.lagMaxNanos()).isBetween(atLeast - 11 * MILLI, rounded(atMost));
    assertThat(after.turns().getMaxValue()).isBetween(atLeast, rounded(atMost));
    assertThat(after.lag().getCountBetweenValues(10 * MILLI, rounded(atMost)))
        .isBetween(atLeast / (10 * MILLI) - 2, after.elapsedNanos() / (10 * MILLI));
  }

  private static long rounded(long nanos) {
    return nanos + nanos / 100;
  }

  @Test
  void aRequestThatWaitsForABlockedLoopHasItsWaitInTheLatencyAndNotInTheServerTime()
      throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));
    RawClient blocking = closing(new RawClient(supervisor.port()));
    RawClient waiting = closing(new RawClient(supervisor.port()));
    blocking.get("/fast");
    waiting.get("/fast");
    LoopReader reader = worker.loops().reader();
    answered(worker, 2);
    blocking.request("/block");
    await().until(() -> reader.take().get(0).busyForNanos() > 100 * MILLI);

    long sent = System.nanoTime();
    waiting.request("/fast");
    pass(800);
    worker.unblock();
    waiting.read();
    long waited = System.nanoTime() - sent;
    blocking.read();
    List<Reading> readings = answered(worker, 2);

    // The kernel's clock is coarse by 10 ms at most.
    assertThat(nth(sum(readings, ReadingNames.LATENCY_NANOS), 1))
        .isBetween(waited / 2, waited + 20 * MILLI);
    assertThat(nth(sum(readings, ReadingNames.SERVER_TIME_NANOS), 1)).isLessThan(waited / 2);
  }

  @Test
  void aPipelinedRequestIsAsOldAsItsBytesAndOneThatFollowsTheResponseIsNot() throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));
    RawClient client = closing(new RawClient(supervisor.port()));
    client.get("/fast");
    answered(worker, 1);

    client.send(RawClient.GET.formatted("/block?ms=800") + RawClient.GET.formatted("/fast"));
    client.read();
    client.read();
    List<Reading> pipelined = answered(worker, 2);
    client.get("/block?ms=800");
    client.get("/fast");
    List<Reading> following = answered(worker, 2);

    assertThat(nth(sum(pipelined, ReadingNames.LATENCY_NANOS), 1)).isGreaterThan(780 * MILLI);
    assertThat(nth(sum(pipelined, ReadingNames.SERVER_TIME_NANOS), 1)).isLessThan(400 * MILLI);
    assertThat(nth(sum(following, ReadingNames.LATENCY_NANOS), 1)).isLessThan(400 * MILLI);
  }

  /** The readings of the door until it has told of so many answers. */
  private static List<Reading> answered(TestWorker worker, int answers) {
    List<Reading> readings = new ArrayList<>();
    await()
        .until(
            () -> {
              readings.addAll(worker.door().takeReadings());
              return sum(readings, ReadingNames.LATENCY_NANOS).getTotalCount() == answers;
            });
    return readings;
  }

  private static Histogram sum(List<Reading> readings, String name) {
    Histogram sum = new Histogram(3);
    for (Reading reading : readings) {
      if (reading.name().equals(name)) {
        sum.add(((Reading.Distribution) reading).histogram());
      }
    }
    return sum;
  }

  /** The shorter of two durations is at 50 %. */
  private static long nth(Histogram durations, int rank) {
    return durations.getValueAtPercentile(100.0 * rank / durations.getTotalCount());
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio"})
  void anIdleLoopIsIdleAndOneThatIsHeldIsBusyForThatShare(String transport) throws Exception {
    EventLoops loops = new EventLoops(NanoClock.SYSTEM);
    EventLoop loop = group(loops, transport).next();
    LoopReader reader = started(loop, loops);

    pass(1_200);
    LoopWindow idle = reader.take().get(0);
    CountDownLatch times = new CountDownLatch(60);
    AtomicLong held = new AtomicLong();
    ScheduledFuture<?> work =
        loop.scheduleWithFixedDelay(
            () -> {
              long begin = System.nanoTime();
              hold(10);
              held.addAndGet(System.nanoTime() - begin);
              times.countDown();
            },
            0,
            10,
            TimeUnit.MILLISECONDS);
    reader.take();
    int reads = 0;
    long busy = 0;
    long elapsed = 0;
    while (!times.await(4, TimeUnit.MILLISECONDS)) {
      LoopWindow window = reader.take().get(0);
      assertThat(window.utilization()).isBetween(0.0, 1.0);
      busy += window.busyNanos();
      elapsed += window.elapsedNanos();
      reads++;
    }
    work.cancel(false);
    loop.submit(() -> {}).get(60, TimeUnit.SECONDS);
    LoopWindow rest = reader.take().get(0);
    busy += rest.busyNanos();
    elapsed += rest.elapsedNanos();

    // A loop that waits for a core in the midst of a turn is busy, and late.
    assertThat(idle.utilization()).isLessThan(0.1);
    assertThat(idle.lag().getValueAtPercentile(50)).isLessThan(5 * MILLI);
    assertThat(reads).isGreaterThan(50);
    // How much of its time it holds is the machine's affair. That much it is busy, and for as long
    // as it may wait for a core outside of the holds.
    double share = (double) held.get() / elapsed;
    assertThat((double) busy / elapsed).isBetween(share - 0.01, share + 0.15);
  }

  private EventLoopGroup group(EventLoops loops, String transport) {
    IoHandlerFactory handlers =
        transport.equals("nio") ? NioIoHandler.newFactory() : EpollIoHandler.newFactory();
    EventLoopGroup group = loops.group(1, new DefaultThreadFactory("test-loop", true), handlers);
    toClose.add(() -> group.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(60_000));
    return group;
  }

  private static LoopReader started(EventLoop loop, EventLoops loops) throws Exception {
    loop.submit(() -> {}).get(60, TimeUnit.SECONDS);
    return loops.reader();
  }

  @Test
  void tasksFromOutsideHaveTheirWaitMeasuredAndTheLoopsOwnHaveNot() throws Exception {
    EventLoops loops = new EventLoops(NanoClock.SYSTEM);
    EventLoop loop = group(loops, "epoll").next();
    LoopReader reader = started(loop, loops);
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch own = new CountDownLatch(10);
    CountDownLatch release = new CountDownLatch(1);
    loop.execute(
        () -> {
          for (int i = 0; i < 10; i++) {
            loop.execute(own::countDown);
          }
          blocked.countDown();
          uninterruptibly(release);
        });
    assertThat(blocked.await(60, TimeUnit.SECONDS)).isTrue();
    List<Integer> ran = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int number = i;
      loop.execute(() -> ran.add(number));
    }
    int pending = reader.take().get(0).pendingTasks();
    Future<?> last = loop.submit(() -> {});

    pass(120);
    release.countDown();
    last.get(60, TimeUnit.SECONDS);
    assertThat(own.await(60, TimeUnit.SECONDS)).isTrue();
    Histogram waits = reader.take().get(0).taskWaits();

    assertThat(pending).isEqualTo(13);
    assertThat(ran).containsExactly(0, 1, 2);
    assertThat(waits.getTotalCount()).isEqualTo(4);
    assertThat(waits.getMinValue()).isGreaterThan(100 * MILLI);
  }

  private static void uninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aLoopThatComputesHasCpuTimeAndOneThatBlocksHasNot() throws Exception {
    EventLoops loops = new EventLoops(NanoClock.SYSTEM);
    EventLoop loop = group(loops, "epoll").next();
    LoopReadings readings = loops.readings();
    started(loop, loops);
    long before = cpu(readings);

    loop.submit(() -> hold(300)).get(60, TimeUnit.SECONDS);
    long blocked = cpu(readings) - before;
    loop.submit(LoopMetersTest::compute).get(60, TimeUnit.SECONDS);
    long computed = cpu(readings) - before - blocked;

    assertThat(blocked).isLessThan(100 * MILLI);
    assertThat(computed).isGreaterThan(blocked + 100 * MILLI);
  }

  private static void compute() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long begin = threads.getCurrentThreadCpuTime();
    while (threads.getCurrentThreadCpuTime() - begin < 300 * MILLI) {
      Thread.onSpinWait();
    }
  }

  private static long cpu(LoopReadings readings) {
    List<Reading> taken = readings.takeReadings();
    assertThat(Readings.counter(taken, ReadingNames.LOOP_RUN_QUEUE_NANOS)).isNotNegative();
    return Readings.counter(taken, ReadingNames.LOOP_CPU_NANOS);
  }

  @Test
  void onlyLoopsThatServeAreMetered() throws Exception {
    TestWorker worker = closing(TestWorker.open(supervisor, 0));

    assertThat(worker.loops().reader().take()).extracting(LoopWindow::loop).containsExactly(0);
  }

  @Test
  void aLoopKnowsWithWhatItPolls() {
    EventLoops loops = new EventLoops(NanoClock.SYSTEM);
    IoEventLoopGroup group = (IoEventLoopGroup) group(loops, "epoll");

    assertThat(group.isIoType(EpollIoHandler.class)).isTrue();
    assertThat(group.isIoType(NioIoHandler.class)).isFalse();
  }

  @Test
  void meteredLoopsEndWithTheirVertx() throws Exception {
    TestWorker worker = TestWorker.open(supervisor, 0);
    LoopReader reader = worker.loops().reader();
    worker.close();

    assertThat(reader.take()).hasSize(1);
    assertThat(reader.take()).isEmpty();
  }
}
