package org.jvmcluster.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.runtime.api.RuntimeSeam;
import org.jvmcluster.runtime.pool.CorePool;
import org.jvmcluster.runtime.pool.PoolObserver;
import org.jvmcluster.runtime.pool.PoolWatch;

/** Every work runs at its right place, and wherever its request wants it. */
class PlacementTest {
  private static final String ON_LOOP = "ran on vert\\.x-eventloop-thread-\\d+ \\(loop\\): ";
  private static final String ON_POOL = "ran on core-pool-\\d+ \\(pool\\): ";
  private static final String ON_THREAD = "ran on compute-1 \\(thread\\): ";
  private static final String TIMES = "waited \\d+\\.\\d{3} ms, ran \\d+\\.\\d{3} ms\npid \\d+$";

  private static final Set<String> FINISHED = ConcurrentHashMap.newKeySet();
  private static RunningService processes;
  private static RunningService threads;
  private static RunningService single;

  @BeforeAll
  static void start() throws Exception {
    RuntimeSeam.watchPools(
        new PoolWatch() {
          @Override
          public void opened(CorePool pool) {
            pool.observe(
                new PoolObserver() {
                  @Override
                  public void finished(int kind, long wait, long run, boolean failed) {
                    FINISHED.add(pool.shape().name() + " " + pool.shape().kinds().get(kind));
                  }
                });
          }

          @Override
          public void closed(CorePool pool) {}
        });
    processes = RunningService.start(Map.of(), "--event-loops", "2");
    threads = RunningService.start(Map.of(), "--mode", "threads", "--compute-threads", "1");
    single = RunningService.start(Map.of(), "--mode", "single");
  }

  @AfterAll
  static void stop() throws Exception {
    processes.close();
    threads.close();
    single.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/hash?iterations=1000, hash, hashed with 1000 iterations",
    "/login?iterations=1000, hash, logged in with 1000 iterations",
    "/file, file, read 1024 bytes",
    "/file?bytes=100000, file, read 100000 bytes",
    "/lookup?host=localhost, dns, localhost is 127.0.0.1",
    "/gzip?bytes=1000, compress, compressed 1000 bytes to",
    "/random?bytes=10, random, made 10 random bytes",
    "/keygen?bits=1024, keygen, an RSA key of 1024 bits",
    "/report?objects=10, cpu, encoded 10 records as",
    "/report?objects=10&copy=true, cpu, handed over as a copy",
    "/match?pattern=b&input=abc, cpu, found in 3 characters by engine jdk",
    "/match?pattern=d&input=abc&engine=re2j, cpu, not found in 3 characters by engine re2j",
    "/resize?megapixels=1, cpu, resized 1155 x 866 to 800 x 600 pixels",
    "/lock?ms=1, app, with the lock held",
    "/lock?ms=1&style=narrow, app, with the lock narrow"
  })
  void runsOnThePoolWithItsKindAndOnTheLoopWhenARequestInsists(
      String path, String kind, String text) throws Exception {
    HttpResponse<String> right = processes.get(path);
    assertThat(right.statusCode()).isEqualTo(200);
    assertThat(right.body()).contains(text).containsPattern(ON_POOL + TIMES);
    assertThat(FINISHED).contains("core " + kind);

    HttpResponse<String> fault = processes.get(path + (path.contains("?") ? "&" : "?") + "on=loop");
    assertThat(fault.statusCode()).isEqualTo(200);
    assertThat(fault.body()).contains(text).containsPattern(ON_LOOP + TIMES);
  }

  @ParameterizedTest
  @CsvSource({
    "/cpu?ms=1, computed",
    "/block?ms=1, held a thread for 1 ms",
    "/db?waitMs=1&cpuMs=1, waited 1 ms (async)",
    "/db?waitMs=1&cpuMs=1&style=blocking, waited 1 ms (blocking)"
  })
  void runsOnTheLoopAndOnThePoolWhenARequestWantsIt(String path, String text) throws Exception {
    assertThat(processes.get(path).body()).contains(text).containsPattern(ON_LOOP + TIMES);
    assertThat(processes.get(path + "&on=pool").body())
        .contains(text)
        .containsPattern(ON_POOL + TIMES);
  }

  @Test
  void computesOnAComputeThreadInModeThreadsAndHashesOnThePoolAllTheSame() throws Exception {
    assertThat(threads.get("/cpu?ms=1").body()).containsPattern(ON_THREAD + TIMES);
    assertThat(threads.get("/block?ms=1").body()).containsPattern(ON_LOOP + TIMES);
    assertThat(threads.get("/hash?iterations=1").body()).containsPattern(ON_POOL + TIMES);
    assertThat(threads.get("/hash?iterations=1&on=thread").body())
        .containsPattern(ON_THREAD + TIMES);
    assertThat(FINISHED).contains("compute cpu", "compute hash");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/cpu?ms=1",
        "/hash?iterations=1",
        "/file?bytes=1",
        "/lookup?host=localhost",
        "/resize?megapixels=1",
        "/report?objects=1"
      })
  void doesEverythingOnTheLoopInModeSingleUnlessARequestWantsAnotherPlace(String path)
      throws Exception {
    assertThat(single.get(path).body()).containsPattern(ON_LOOP + TIMES);
    assertThat(single.get(path + "&on=pool").body()).containsPattern(ON_POOL + TIMES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cpu?ms=1", "/db?waitMs=60000", "/resize?megapixels=1"})
  void saysWhereComputeThreadsAreAtOnce(String path) throws Exception {
    HttpResponse<String> answer = processes.get(path + "&on=thread");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("on=thread is wrong", "mode processes", "--mode threads");
    assertThat(processes.get(path + "&on=moon").body())
        .contains("give on=loop or on=pool or on=thread");
  }

  @Test
  void listsEveryRouteWithItsPlaceAndCost() throws Exception {
    assertThat(processes.get("/").body())
        .containsPattern("/hash +pool hash +cpu-long +PBKDF2.*\\[\\?iterations=300000]")
        .containsPattern("/cpu +loop +cpu-long ")
        .containsPattern("/wait +- +io ")
        .contains("/db", "/report", "/login", "/file", "/lookup", "/fetch", "/gzip", "/random")
        .contains("/keygen", "/match", "/resize", "/lock", "/health/live", "/block", "/fast");
    assertThat(threads.get("/").body()).containsPattern("/cpu +thread cpu +cpu-long ");
    assertThat(single.get("/").body()).containsPattern("/hash +loop +cpu-long ");
  }
}
