package org.jvmcluster.runtime.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalIoHandler;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TrustingGateTest {
  private static final int MOST = 3;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, LocalIoHandler.newFactory());
  private final Rooms rooms = new Rooms();
  private final Gate gate = new TrustingGate(rooms, loops, MOST);

  @AfterEach
  void endLoops() throws Exception {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).await(60, TimeUnit.SECONDS);
  }

  private LoopRoom room(int number) {
    List<LoopRoom> all = new ArrayList<>();
    for (EventExecutor loop : loops) {
      all.add(rooms.of((EventLoop) loop));
    }
    return all.get(number);
  }

  @Test
  void spreadsByRequestsThenByConnections() {
    room(0).connectionGiven();
    room(0).connectionSettled();
    assertThat(gate.choose()).isSameAs(room(1));

    room(1).requestBegan();
    assertThat(gate.choose()).isSameAs(room(0));
  }

  @Test
  void takesAnotherConnectionThoughTheFirstHasNotBroughtItsRequest() {
    room(0).connectionGiven();
    room(1).connectionGiven();

    assertThat(gate.mayHaveRoom()).isTrue();
    assertThat(gate.choose()).isNotNull();
  }

  @Test
  void stopsAtTheMostRequestsOfTheWorker() {
    room(0).requestBegan();
    room(0).requestBegan();
    room(1).connectionGiven();

    assertThat(gate.mayHaveRoom()).isFalse();
    assertThat(gate.choose()).isNull();

    room(1).connectionSettled();

    assertThat(gate.mayHaveRoom()).isTrue();
    assertThat(gate.choose()).isSameAs(room(1));
  }
}
