package org.jvmcluster.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Asynchronous is not parallel: what one event loop can do at the same time, and what it cannot.
 */
class OverlapTest {

  @Test
  void neverRunsTwoHandlersOfOneLoopAtTheSameTime() throws Exception {
    try (RunningService service = RunningService.start(Map.of())) {
      service.get("/block?ms=1");
      long before = System.nanoTime();

      answered(all(service, 3, "/block?ms=100"));

      assertThat(since(before)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }
  }

  @Test
  void hasAnInstanceOnEveryLoop() throws Exception {
    for (int start = 0; start < 5; start++) {
      try (RunningService service = RunningService.start(Map.of(), "--event-loops", "4")) {
        Set<String> loops = new HashSet<>();
        for (int connection = 0; connection < 4; connection++) {
          loops.add(service.getFresh("/cpu?ms=0").replaceFirst("(?s).*ran on (\\S+) .*", "$1"));
        }
        assertThat(loops).hasSize(4);
      }
    }
  }

  @Test
  void runsHandlersOfTwoLoopsAtTheSameTime() throws Exception {
    try (RunningService service = RunningService.start(Map.of(), "--event-loops", "2")) {
      List<CompletableFuture<HttpResponse<String>>> both = all(service, 2, "/block?ms=2000");

      await().until(() -> loopsThatAreHeld() == 2);

      answered(both);
    }
  }

  @Test
  void waitsForManyAtOnceUnlessEachHoldsItsThread() throws Exception {
    try (RunningService service = RunningService.start(Map.of())) {
      service.get("/db?waitMs=1&cpuMs=1");
      long before = System.nanoTime();
      answered(all(service, 20, "/db?waitMs=1000&cpuMs=1"));
      // One after the other it would be 20 s.
      assertThat(since(before)).isLessThan(Duration.ofSeconds(15));

      before = System.nanoTime();
      answered(all(service, 4, "/db?waitMs=100&cpuMs=1&style=blocking"));
      assertThat(since(before)).isGreaterThanOrEqualTo(Duration.ofMillis(400));
    }
  }

  private static List<CompletableFuture<HttpResponse<String>>> all(
      RunningService service, int count, String path) {
    return IntStream.range(0, count).mapToObj(i -> service.getAsync(path)).toList();
  }

  private static void answered(List<CompletableFuture<HttpResponse<String>>> requests)
      throws Exception {
    for (CompletableFuture<HttpResponse<String>> request : requests) {
      assertThat(request.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  private static long loopsThatAreHeld() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(entry -> entry.getKey().getName().startsWith("vert.x-eventloop-thread-"))
        .filter(
            entry ->
                Arrays.stream(entry.getValue())
                    .anyMatch(frame -> frame.getClassName().endsWith(".BlockingCall")))
        .count();
  }
}
