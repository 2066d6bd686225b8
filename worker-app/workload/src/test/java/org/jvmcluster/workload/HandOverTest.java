package org.jvmcluster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.api.RuntimeSeam;
import org.jvmcluster.runtime.pool.CorePool;
import org.jvmcluster.runtime.pool.PoolObserver;
import org.jvmcluster.runtime.pool.PoolWatch;
import org.jvmcluster.runtime.pool.Refusal;

/** A hand-over that fails is told apart from work that fails. One thread and one place to wait. */
class HandOverTest {
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private CorePool pool;
  private RunningService service;
  private HeldTask held = new HeldTask(0);

  @BeforeEach
  void start() throws Exception {
    RuntimeSeam.watchPools(
        new PoolWatch() {
          @Override
          public void opened(CorePool opened) {
            pool = opened;
            opened.observe(observer());
          }

          @Override
          public void closed(CorePool closed) {}
        });
    service = RunningService.start(Map.of("POOL_SIZE", "1", "POOL_QUEUE", "1"));
  }

  @AfterEach
  void stop() throws Exception {
    held.release();
    service.close();
  }

  @Test
  void answers503AndWhenToComeBackWhenThePoolIsFull() throws Exception {
    occupy();
    CompletableFuture<HttpResponse<String>> waiting = service.getAsync("/random?bytes=1");
    await().until(() -> pool.state().queued() == 1);

    HttpResponse<String> refused = service.get("/random?bytes=1");

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValue("Retry-After")).contains("1");
    assertThat(refused.body()).contains("503 /random: not taken (full)");
    held.release();
    assertThat(waiting.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(seen).containsOnlyOnce("random rejected FULL");
  }

  @Test
  void neverBeginsWorkWhoseDeadlineHasPassed() throws Exception {
    occupy();
    CompletableFuture<HttpResponse<String>> asked =
        service.getAsync("/random?bytes=1&deadlineMs=1");
    await().until(() -> pool.state().oldestWaitNanos() > TimeUnit.MILLISECONDS.toNanos(1));

    held.release();

    HttpResponse<String> late = asked.get(30, TimeUnit.SECONDS);

    assertThat(late.statusCode()).isEqualTo(503);
    assertThat(late.headers().firstValue("Retry-After")).contains("1");
    assertThat(late.body()).contains("503 /random: never begun (expired)");
    assertThat(seen).contains("random expired").doesNotContain("random finished");
  }

  @Test
  void neverBeginsWorkWhoseClientHasGone() throws Exception {
    occupy();
    try (Socket socket = service.connect()) {
      socket
          .getOutputStream()
          .write("GET /random?bytes=1 HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      await().until(() -> pool.state().queued() == 1);
    }

    // The one loop has taken in that the client is gone once it has answered others that came
    // later.
    service.getFresh("/fast");
    service.getFresh("/fast");
    held.release();
    await().until(() -> seen.contains("random expired"));
    assertThat(seen).doesNotContain("random finished");
  }

  @Test
  void givesWorkThatFailsAStatusOfItsOwn() throws Exception {
    HttpResponse<String> bad = service.get("/match?pattern=(&input=a");

    assertThat(bad.statusCode()).isEqualTo(400);
    assertThat(bad.headers().firstValue("Retry-After")).isEmpty();
    await().until(() -> seen.contains("cpu failed"));
    assertThat(seen).containsExactly("cpu failed");
  }

  /** Holds the one thread of the pool, so that what follows is queued behind. */
  private void occupy() {
    held = new HeldTask(pool.nanos());
    pool.submit(held);
    await().until(() -> pool.state().busy() == 1);
  }

  private PoolObserver observer() {
    return new PoolObserver() {
      @Override
      public void finished(int kind, long wait, long run, boolean failed) {
        seen.add(name(kind) + (failed ? " failed" : " finished"));
      }

      @Override
      public void rejected(int kind, Refusal reason) {
        seen.add(name(kind) + " rejected " + reason);
      }

      @Override
      public void expired(int kind, long wait) {
        seen.add(name(kind) + " expired");
      }

      private String name(int kind) {
        return pool.shape().kinds().get(kind);
      }
    };
  }
}
