package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.ChildJvm;

class SignalsTest {
  @Test
  void areHeardAndDoNotEndTheProcess() throws Exception {
    try (ChildJvm listener = new ChildJvm(SignalListener.class)) {
      assertThat(listener.line()).isEqualTo("problems []");

      for (Signals.Name name : Signals.Name.values()) {
        if (isIgnored(name)) {
          continue;
        }
        send(name, listener.pid());
        assertThat(listener.line()).isEqualTo("heard " + name);
        send(name, listener.pid());
        assertThat(listener.line()).isEqualTo("heard " + name);
      }

      listener.closeInput();
      assertThat(listener.exitValue()).isZero();
    }
  }

  @Test
  void thatTheJvmKeepsForItselfAreNamedWithAnotherWay() throws Exception {
    try (ChildJvm listener = new ChildJvm(Map.of(), List.of("-Xrs"), SignalListener.class)) {
      assertThat(listener.line())
          .contains("signal HUP cannot be heard", "`supervisor restart`")
          .contains("signal TERM cannot be heard", "`supervisor stop`")
          .contains("signal TTIN cannot be heard", "`supervisor scale N`");
    }
  }

  /** As in the background of a shell, or under nohup: a JVM leaves that as it is. */
  private static boolean isIgnored(Signals.Name name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-l", name.toString()).start();
    int number =
        Integer.parseInt(new String(kill.getInputStream().readAllBytes(), US_ASCII).strip());
    String ignored =
        Files.readAllLines(Path.of("/proc/self/status"), ISO_8859_1).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .map(line -> line.substring("SigIgn:".length()).strip())
            .findFirst()
            .orElseThrow();
    return (Long.parseUnsignedLong(ignored, 16) & 1L << (number - 1)) != 0;
  }

  private static void send(Signals.Name name, long pid) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
    assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }
}
