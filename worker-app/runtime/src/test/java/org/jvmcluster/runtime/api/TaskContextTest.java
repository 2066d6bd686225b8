package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a task's future completes. */
class TaskContextTest {
  private final TestPools pools = new TestPools();
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));

  private record Place(Context context, String thread) {
    static Place here() {
      return new Place(Vertx.currentContext(), Thread.currentThread().getName());
    }
  }

  @AfterEach
  void close() throws Exception {
    pools.close();
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void completesOnTheContextThatSubmitted() throws Exception {
    Context context = vertx.getOrCreateContext();

    Place completed = whereItCompletes(pools.open(1), context);

    assertThat(completed.context()).isSameAs(context);
    assertThat(completed.thread()).startsWith("vert.x-eventloop-thread");
  }

  @Test
  void completesOnADuplicatedContextSoThatItsLocalDataIsThere() throws Exception {
    ContextInternal request = ((ContextInternal) vertx.getOrCreateContext()).duplicate();

    Place completed = whereItCompletes(pools.open(1), request);

    assertThat(completed.context()).isSameAs(request);
  }

  @Test
  void completesOnTheContextAlsoWhenItIsRefusedByAnotherThread() throws Exception {
    TaskPool pool = pools.open(1);
    pools.occupy(pool, TaskKind.APP);
    Context context = vertx.getOrCreateContext();
    Promise<Future<Place>> submitted = Promise.promise();
    context.runOnContext(
        start ->
            submitted.complete(
                pool.submit(TaskKind.APP, () -> "never")
                    .map(ran -> Place.here())
                    .otherwise(refused -> Place.here())));
    Future<Place> completes = TestPools.await(submitted.future());

    pool.close();

    assertThat(TestPools.await(completes).context()).isSameAs(context);
  }

  @Test
  void completesOnTheThreadOfThePoolWithoutAContext() throws Exception {
    TaskPool pool = pools.open(1);
    HeldTask task = pools.held();
    Future<Place> completes = pool.submit(TaskKind.APP, task).map(ran -> Place.here());

    task.release();

    assertThat(TestPools.await(completes)).isEqualTo(new Place(null, "core-pool-1"));
  }

  @Test
  void completesEvenWhenTheContextHasEndedMeanwhile() throws Exception {
    TaskPool pool = pools.open(1);
    HeldTask task = pools.held();
    Vertx shortLived = Vertx.vertx();
    Promise<Future<String>> submitted = Promise.promise();
    shortLived.runOnContext(start -> submitted.complete(pool.submit(TaskKind.APP, task)));
    Future<String> completes = TestPools.await(submitted.future());
    TestPools.await(shortLived.close());

    task.release();

    assertThat(TestPools.await(completes)).isEqualTo("core-pool-1");
  }

  @Test
  void needsOneThreadForTasksThatFollowEachOtherOnAContext() throws Exception {
    TaskPool pool = pools.open(4);
    Promise<Integer> done = Promise.promise();

    vertx.getOrCreateContext().runOnContext(start -> next(pool, 200, done));

    assertThat(TestPools.await(done.future())).isEqualTo(1);
  }

  private static void next(TaskPool pool, int left, Promise<Integer> done) {
    if (left == 0) {
      done.complete(pool.figures().threads());
    } else {
      pool.submit(TaskKind.APP, () -> left)
          .onComplete(ran -> next(pool, left - 1, done), done::fail);
    }
  }

  private static Place whereItCompletes(TaskPool pool, Context context) throws Exception {
    Promise<Place> completed = Promise.promise();
    context.runOnContext(
        start ->
            pool.submit(
                    TaskKind.APP,
                    () -> "done",
                    TaskOptions.none().withDeadline(Duration.ofSeconds(5)))
                .onComplete(done -> completed.complete(Place.here())));
    return TestPools.await(completed.future());
  }
}
