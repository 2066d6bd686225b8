package org.jvmcluster.runtime.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.unix.Errors.NativeIoException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;

class AcceptFailuresTest {
  private static final SocketLabel SOCKET = new SocketLabel(3100, new Slot(2));

  @Test
  void countsEachFailureAndSaysItOnceUntilItWorksAgain() {
    AcceptFailures failures = new AcceptFailures(reason -> {});
    IOException tooMany = new NativeIoException("accept", -24);

    String said =
        printedBy(
            () -> {
              failures.exhausted(SOCKET, tooMany);
              failures.exhausted(SOCKET, tooMany);
              failures.over();
              failures.exhausted(SOCKET, tooMany);
            });

    assertThat(failures.count()).isEqualTo(3);
    assertThat(said.lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("supervisor runtime: cannot accept"))
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

  private static String printedBy(Runnable action) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.err;
    try (PrintStream capture = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setErr(capture);
      action.run();
    } finally {
      System.setErr(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
