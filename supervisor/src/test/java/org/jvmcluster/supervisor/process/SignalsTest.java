package org.jvmcluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static void send(Signals.Name name, long pid) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
    assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }
}
