package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage.Report;
import org.jvmcluster.runtime.protocol.WorkerReport;
import org.jvmcluster.runtime.time.FakeClock;
import org.jvmcluster.runtime.time.NanoClock;

class ReportLoopTest {
  private final FakeClock clock = new FakeClock(100);
  private final FakeDoor door = new FakeDoor();
  private final FullableOutbox outbox = new FullableOutbox();

  @Test
  void reportsIntervalsWithoutGapOrOverlap() {
    ReportLoop loop = new ReportLoop(List.of(door), outbox, clock);

    clock.advance(Duration.ofNanos(1_000));
    loop.reportOrWait();
    clock.advance(Duration.ofNanos(1_500));
    loop.reportOrWait();

    assertThat(outbox.reports)
        .extracting(WorkerReport::number, WorkerReport::beginNanos, WorkerReport::endNanos)
        .containsExactly(tuple(1L, 100L, 1_100L), tuple(2L, 1_100L, 2_600L));
  }

  @Test
  void addsTheHeapToTheFiguresOfTheDoor() {
    door.requests.set(42);

    new ReportLoop(List.of(door), outbox, clock).report();

    assertThat(outbox.reports.get(0).readings())
        .contains(Reading.Counter.of(ReadingNames.REQUESTS, 42))
        .extracting(Reading::name)
        .contains(ReadingNames.HEAP_USED_BYTES, ReadingNames.HEAP_MAX_BYTES);
  }

  @Test
  void makesNoReportWhileOneStillWaitsAndCoversTheTimeWithTheNext() {
    ReportLoop loop = new ReportLoop(List.of(door), outbox, clock);
    outbox.empty = false;
    clock.advance(Duration.ofNanos(1_000));
    loop.reportOrWait();
    assertThat(outbox.reports).isEmpty();

    outbox.empty = true;
    clock.advance(Duration.ofNanos(1_000));
    loop.reportOrWait();

    assertThat(outbox.reports)
        .extracting(WorkerReport::number, WorkerReport::lengthNanos)
        .containsExactly(tuple(1L, 2_000L));
  }

  @Test
  void sendsALastReportAndThenGoesOn() throws Exception {
    ReportLoop loop = new ReportLoop(List.of(door), outbox, NanoClock.SYSTEM);
    CountDownLatch ended = new CountDownLatch(1);
    loop.finish(
        () -> {
          assertThat(outbox.reports).hasSize(1);
          ended.countDown();
        });

    Thread thread = Daemons.start("test-report", loop);

    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    thread.join(60_000);
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void reportsBesideAnythingElseUntilItIsToldToFinish() {
    ReportLoop loop = new ReportLoop(List.of(door), outbox, NanoClock.SYSTEM);
    Thread thread = Daemons.start("test-report", loop);

    await().atMost(Duration.ofSeconds(60)).until(() -> outbox.reports.size() >= 2);
    loop.finish(() -> {});

    await().atMost(Duration.ofSeconds(60)).until(() -> !thread.isAlive());
  }

  @Test
  void reportsUrgentNewsOnceAndNoSoonerThanAQuarterOfASecondAfterTheLastReport() {
    NewsSource news = new NewsSource();
    ReportLoop loop = new ReportLoop(List.of(door, news), outbox, clock);
    clock.advance(ReportLoop.URGENT_DISTANCE.minusNanos(1));
    loop.reportIfUrgent();
    news.urgent = true;
    loop.reportIfUrgent();
    assertThat(outbox.reports).isEmpty();

    clock.advance(Duration.ofNanos(1));
    loop.reportIfUrgent();
    clock.advance(ReportLoop.URGENT_DISTANCE);
    loop.reportIfUrgent();

    assertThat(outbox.reports).hasSize(1);
  }

  @Test
  void keepsUrgentNewsWhileAReportStillWaits() {
    NewsSource news = new NewsSource();
    ReportLoop loop = new ReportLoop(List.of(news), outbox, clock);
    clock.advance(ReportLoop.URGENT_DISTANCE);
    news.urgent = true;
    outbox.empty = false;
    loop.reportIfUrgent();
    assertThat(outbox.reports).isEmpty();

    outbox.empty = true;
    loop.reportIfUrgent();

    assertThat(outbox.reports).hasSize(1);
  }

  @Test
  void aRegularReportTellsTheUrgentNewsToo() {
    NewsSource news = new NewsSource();
    ReportLoop loop = new ReportLoop(List.of(news), outbox, clock);
    news.urgent = true;
    loop.reportIfUrgent();
    loop.report();
    clock.advance(ReportLoop.URGENT_DISTANCE);

    loop.reportIfUrgent();

    assertThat(outbox.reports).hasSize(1);
  }

  @Test
  void sendsUrgentNewsBeforeTheSecondIsOver() {
    NewsSource news = new NewsSource();
    news.urgent = true;
    // Goes on with every look at it: the loop's own steps are the only time there is.
    NanoClock stepping =
        () -> {
          clock.advance(Duration.ofMillis(40));
          return clock.nanos();
        };
    ReportLoop loop = new ReportLoop(List.of(door, news), outbox, stepping);
    Thread thread = Daemons.start("test-report", loop);

    await().until(() -> !outbox.reports.isEmpty());
    loop.finish(() -> {});

    assertThat(outbox.reports.get(0).lengthNanos())
        .isBetween(
            ReportLoop.URGENT_DISTANCE.toNanos(), ReportLoop.INTERVAL.minusMillis(1).toNanos());
    await().until(() -> !thread.isAlive());
  }

  /** Has news once whenever it is told that it has. */
  private static final class NewsSource implements ReadingSource {
    volatile boolean urgent;

    @Override
    public List<Reading> takeReadings() {
      return List.of();
    }

    @Override
    public boolean isUrgent() {
      boolean news = urgent;
      urgent = false;
      return news;
    }
  }

  private static final class FullableOutbox implements Outbox {
    final List<WorkerReport> reports = new CopyOnWriteArrayList<>();
    volatile boolean empty = true;

    @Override
    public boolean send(WorkerMessage message) {
      return reports.add(((Report) message).report());
    }

    @Override
    public boolean isEmpty() {
      return empty;
    }
  }
}
