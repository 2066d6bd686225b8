package org.jvmcluster.runtime.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;

class AcceptPlanTest {
  private static final int PLAIN = 1;
  private static final int EXCLUSIVE = 1 | 1 << 28;

  private final List<ListeningSocket> opened = new ArrayList<>();

  @AfterEach
  void closeSockets() {
    opened.forEach(ListeningSocket::close);
  }

  private AcceptPlan plan(int sockets) {
    Epoll.ensureAvailability();
    for (int i = 0; i < sockets; i++) {
      opened.add(new ListeningSocket(new SocketLabel(3100, new Slot(i)), Socket.newSocketStream()));
    }
    return new AcceptPlan(opened.get(0), opened.subList(1, sockets));
  }

  @Test
  void upToFourSlotsEveryWorkerHearsOfEveryConnection() {
    assertThat(plan(4).watched()).hasSize(4).allSatisfy((s, events) -> assertThat(events).isOne());
  }

  @Test
  void aboveFourOneNeighbourIsWokenAndAlwaysTheOwner() {
    AcceptPlan five = plan(5);

    assertThat(five.watched().get(five.own())).isEqualTo(PLAIN);
    assertThat(five.neighbours())
        .hasSize(4)
        .allSatisfy(other -> assertThat(five.watched().get(other)).isEqualTo(EXCLUSIVE));
  }
}
