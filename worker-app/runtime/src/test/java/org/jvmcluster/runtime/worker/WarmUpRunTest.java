package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.time.FakeClock;
import org.jvmcluster.runtime.worker.WarmUpRun.Rest;
import org.jvmcluster.runtime.worker.WarmUpRun.Result;

class WarmUpRunTest {
  private final FakeClock clock = new FakeClock(Long.MAX_VALUE - 5);
  private final List<String> requested = new ArrayList<>();

  @Test
  void requestsThePathsInTurnUntilTheDurationsSettle() throws Exception {
    Result result = run(200, Duration.ofSeconds(3), Duration.ofMillis(1), List.of("/a", "/b"));

    assertThat(result).isEqualTo(new Result(40, 0, Optional.empty(), Duration.ofMillis(40)));
    assertThat(requested).startsWith("/a", "/b", "/a").hasSize(40);
  }

  @Test
  void stopsAtTheNumberOfRequests() throws Exception {
    assertThat(run(7, Duration.ofSeconds(3), Duration.ofMillis(1), List.of("/")).requests())
        .isEqualTo(7);
  }

  @Test
  void startsNoRequestAtTheTimeLimitAndGivesEachWhatIsLeft() throws Exception {
    List<Duration> limits = new ArrayList<>();
    WarmUpRun run =
        new WarmUpRun(
            new WarmUpLimits(200, Duration.ofSeconds(3)),
            (path, limit) -> {
              limits.add(limit);
              clock.advance(Duration.ofSeconds(1));
            },
            Rest.NONE,
            clock);

    assertThat(run.run(List.of("/"), () -> true).requests()).isEqualTo(3);
    assertThat(limits)
        .containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(2), Duration.ofSeconds(1));
  }

  @Test
  void stopsWhenItIsToldTo() throws Exception {
    WarmUpRun run =
        new WarmUpRun(WarmUpLimits.DEFAULT, (path, limit) -> requested.add(path), Rest.NONE, clock);

    assertThat(run.run(List.of("/"), () -> requested.size() < 3).requests()).isEqualTo(3);
  }

  @Test
  void countsFailuresAndGoesOn() throws Exception {
    WarmUpRun run =
        new WarmUpRun(
            new WarmUpLimits(5, Duration.ofSeconds(3)),
            (path, limit) -> {
              requested.add(path);
              if (path.equals("/b")) {
                throw new IOException("status " + (500 + requested.size()));
              }
            },
            Rest.NONE,
            clock);

    Result result = run.run(List.of("/a", "/b"), () -> true);

    assertThat(result.requests()).isEqualTo(5);
    assertThat(result.failed()).isEqualTo(2);
    assertThat(result.firstFailure()).contains("GET /b: status 502");
  }

  @Test
  void doesNotBlameAPathForTheEndOfTheWarmUp() throws Exception {
    WarmUpRun run =
        new WarmUpRun(
            WarmUpLimits.DEFAULT,
            (path, limit) -> {
              requested.add(path);
              clock.advance(Duration.ofSeconds(2));
              if (requested.size() == 2) {
                throw new IOException("no answer within 1000 ms");
              }
            },
            Rest.NONE,
            clock);

    assertThat(run.run(List.of("/"), () -> true))
        .isEqualTo(new Result(2, 0, Optional.empty(), Duration.ofSeconds(4)));
  }

  @Test
  void saysSoWhenNothingWasAnsweredInTime() throws Exception {
    WarmUpRun run =
        new WarmUpRun(
            WarmUpLimits.DEFAULT,
            (path, limit) -> {
              clock.advance(limit);
              throw new IOException("no answer within " + limit.toMillis() + " ms");
            },
            Rest.NONE,
            clock);

    assertThat(run.run(List.of("/"), () -> true).firstFailure())
        .contains("GET /: no answer within 3000 ms");
  }

  @Test
  void beginsNoRequestWithoutTimeForIt() throws Exception {
    WarmUpRun run =
        new WarmUpRun(
            WarmUpLimits.DEFAULT,
            (path, limit) -> {
              requested.add(path);
              clock.advance(limit.minus(WarmUpRun.LEAST_TIME).plusNanos(1));
            },
            Rest.NONE,
            clock);

    assertThat(run.run(List.of("/"), () -> true).requests()).isEqualTo(1);
  }

  @Test
  void restsAfterEachRequestForAsLongAsItTookButNotPastTheLimit() throws Exception {
    List<Duration> rests = new ArrayList<>();
    WarmUpRun run =
        new WarmUpRun(
            new WarmUpLimits(200, Duration.ofSeconds(3)),
            (path, limit) -> clock.advance(Duration.ofMillis(800)),
            request -> {
              rests.add(request);
              clock.advance(request);
            },
            clock);

    run.run(List.of("/"), () -> true);

    assertThat(rests).containsExactly(Duration.ofMillis(800), Duration.ofMillis(600));
  }

  private Result run(int requests, Duration time, Duration each, List<String> paths)
      throws InterruptedException {
    return new WarmUpRun(
            new WarmUpLimits(requests, time),
            (path, limit) -> {
              requested.add(path);
              clock.advance(each);
            },
            Rest.NONE,
            clock)
        .run(paths, () -> true);
  }
}
