package org.jvmcluster.runtime.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.Errors.NativeIoException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;

class AcceptFailuresTest {
  @BeforeAll
  static void loadNettysErrors() {
    Epoll.ensureAvailability();
  }

  private static final SocketLabel SOCKET = new SocketLabel(3100, new Slot(2));

  @Test
  void countsEachFailureAndSaysItOnceUntilItWorksAgain() {
    List<String> said = new ArrayList<>();
    AcceptFailures failures = new AcceptFailures(reason -> {}, said::add);
    IOException tooMany = new NativeIoException("accept", -24);

    failures.exhausted(SOCKET, tooMany);
    failures.exhausted(SOCKET, tooMany);
    assertThat(said).hasSize(1);
    failures.over();
    failures.exhausted(SOCKET, tooMany);

    assertThat(failures.count()).isEqualTo(3);
    assertThat(said)
        .hasSize(2)
        .allMatch(line -> line.startsWith("cannot accept"))
        .allMatch(line -> line.contains("port 3100, slot 2") && line.contains("ulimit -n"));
  }

  @Test
  void tellsAGoneConnectionFromAWorkerThatLacksDescriptors() {
    int aborted = -103;
    int tooManyFiles = -24;

    assertThat(AcceptFailures.isOfTheConnection(new NativeIoException("accept", aborted))).isTrue();
    assertThat(AcceptFailures.isOfTheConnection(new NativeIoException("accept", tooManyFiles)))
        .isFalse();
    assertThat(AcceptFailures.isOfTheConnection(new IOException("other"))).isFalse();
  }
}
