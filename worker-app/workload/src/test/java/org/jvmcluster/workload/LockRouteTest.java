package org.jvmcluster.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A lock across an asynchronous step stops an event loop; its cures do not. */
class LockRouteTest {
  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    service = RunningService.start(Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
  }

  @Test
  void blocksTheLoopOnAThreadOfThePoolWhileTheLockIsHeldAcrossTheUpload() throws Exception {
    CompletableFuture<HttpResponse<String>> first = service.getAsync("/lock?style=held&ms=2000");
    await().until(() -> thread("core-pool-").isPresent());
    // Its upload sleeps with the lock, so whoever comes now waits on the loop.
    CompletableFuture<HttpResponse<String>> second = service.getAsync("/lock?style=held&ms=0");

    await()
        .untilAsserted(
            () ->
                assertThat(thread("vert.x-eventloop-thread-").map(ThreadInfo::getLockOwnerName))
                    .hasValueSatisfying(owner -> assertThat(owner).startsWith("core-pool-")));
    assertThat(thread("vert.x-eventloop-thread-").orElseThrow().getStackTrace())
        .anyMatch(frame -> frame.getClassName().contains("LockRoute"));

    assertThat(first.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(second.get(30, TimeUnit.SECONDS).body()).contains("with the lock held");
  }

  @Test
  void answersOthersWhileAnUploadIsOnItsWay() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> uploads =
        Stream.of("narrow", "async")
            .map(style -> service.getAsync("/lock?style=" + style + "&ms=3000"))
            .toList();
    List<CompletableFuture<HttpResponse<String>>> others =
        Stream.of("narrow", "async")
            .map(style -> service.getAsync("/lock?style=" + style + "&ms=0"))
            .toList();

    assertThat(service.get("/fast").statusCode()).isEqualTo(200);

    assertThat(uploads).noneMatch(CompletableFuture::isDone);
    for (CompletableFuture<HttpResponse<String>> other : others) {
      assertThat(other.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
    for (CompletableFuture<HttpResponse<String>> upload : uploads) {
      assertThat(upload.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
  }

  private static Optional<ThreadInfo> thread(String name) {
    return Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true))
        .filter(Objects::nonNull)
        .filter(thread -> thread.getThreadName().startsWith(name))
        .filter(
            thread ->
                name.startsWith("core")
                    ? Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("hold"))
                    : thread.getLockOwnerName() != null)
        .findFirst();
  }
}
