package org.jvmcluster.runtime.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AskingGateTest {
  private static final int MOST = 3;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, LocalIoHandler.newFactory());
  private final Rooms rooms = new Rooms();
  private final Gate gate = new AskingGate(rooms, loops, MOST, () -> false);
  private final CountDownLatch blocked = new CountDownLatch(1);

  @AfterEach
  void endLoops() throws Exception {
    blocked.countDown();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).await(60, TimeUnit.SECONDS);
  }

  private LoopRoom room(int number) {
    List<LoopRoom> all = new ArrayList<>();
    for (EventExecutor loop : loops) {
      all.add(rooms.of((EventLoop) loop));
    }
    return all.get(number);
  }

  private void block(LoopRoom room) {
    CountDownLatch begun = new CountDownLatch(1);
    room.loop()
        .execute(
            () -> {
              begun.countDown();
              try {
                if (!blocked.await(60, TimeUnit.SECONDS)) {
                  throw new AssertionError("the test did not release the loop");
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    await().until(() -> begun.getCount() == 0);
  }

  private static void serve(LoopRoom room, int requests) {
    for (int i = 0; i < requests; i++) {
      room.requestBegan();
    }
  }

  @Test
  void choosesTheIdleLoopWithTheFewestConnections() {
    room(0).connectionGiven();
    room(0).connectionSettled();

    assertThat(gate.choose()).isSameAs(room(1));
  }

  @Test
  void prefersAnIdleLoopToABusyOne() {
    serve(room(0), 1);
    room(1).connectionGiven();
    room(1).connectionSettled();

    assertThat(gate.choose()).isSameAs(room(1));
  }

  @Test
  void takesNoSecondConnectionBeforeTheFirstHasBroughtItsRequest() {
    room(0).connectionGiven();
    room(1).connectionGiven();

    assertThat(gate.choose()).isNull();
    assertThat(gate.mayHaveRoom()).isFalse();

    room(1).connectionSettled();

    assertThat(gate.mayHaveRoom()).isTrue();
    assertThat(gate.choose()).isSameAs(room(1));
  }

  @Test
  void hasRoomOnALoopThatServesRequestsButAnswers() {
    serve(room(0), 1);
    serve(room(1), 1);
    block(room(0));

    // A busy machine may let the answer of the free loop come late; then it is asked again.
    await().until(() -> gate.mayHaveRoom() && gate.choose() == room(1));
  }

  @Test
  void hasNoRoomWhileNoLoopAnswers() {
    serve(room(0), 1);
    serve(room(1), 1);
    block(room(0));
    block(room(1));

    assertThat(gate.choose()).isNull();
    assertThat(gate.mayHaveRoom()).isFalse();

    blocked.countDown();

    await().atMost(Duration.ofSeconds(60)).until(gate::mayHaveRoom);
  }

  @Test
  void countsRequestsInFlightOverTheWholeWorker() {
    serve(room(0), 2);
    serve(room(1), MOST - 2);

    assertThat(gate.choose()).isNull();
    assertThat(gate.mayHaveRoom()).isFalse();

    room(0).requestsEnded(1);

    assertThat(gate.mayHaveRoom()).isTrue();
    await().until(() -> gate.choose() != null);
  }

  @Test
  void anIdleLoopHasRoomHoweverManyTheOthersServe() {
    serve(room(0), MOST + 10);

    assertThat(gate.choose()).isSameAs(room(1));
  }

  @Test
  void asksEvenIdleLoopsWhereUncountedRequestsMayRun() {
    Gate asking = new AskingGate(rooms, loops, MOST, () -> true);
    block(room(0));
    block(room(1));

    assertThat(asking.choose()).isNull();
    assertThat(asking.mayHaveRoom()).isFalse();
  }
}
