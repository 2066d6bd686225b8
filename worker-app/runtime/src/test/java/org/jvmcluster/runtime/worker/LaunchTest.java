package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WorkerIdentity;

class LaunchTest {
  private final Map<String, String> properties =
      new HashMap<>(
          Map.of(
              Protocol.CONTROL_SOCKET_PROPERTY,
              "/run/x/control.sock",
              Protocol.LAUNCH_PROPERTY,
              "12"));
  private final Map<String, String> environment =
      new HashMap<>(Map.of("WORKER_SLOT", "2", "WORKER_GENERATION", "3"));

  @Test
  void readsWhatTheSupervisorSet() {
    assertThat(Launch.read(properties::get, environment::get, 4711))
        .contains(
            new Launch(
                Path.of("/run/x/control.sock"),
                new LaunchId(12),
                new WorkerIdentity(new Slot(2), new Generation(3), 4711)));
  }

  @Test
  void isNoWorkerWithoutAControlSocket() {
    properties.remove(Protocol.CONTROL_SOCKET_PROPERTY);

    assertThat(Launch.read(properties::get, environment::get, 4711)).isEmpty();
  }

  @Test
  void namesWhatIsMissing() {
    environment.remove("WORKER_SLOT");

    assertThatThrownBy(() -> Launch.read(properties::get, environment::get, 4711))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("WORKER_SLOT is not");
  }

  @Test
  void namesWhatIsWrong() {
    environment.put("WORKER_GENERATION", "0");
    assertThatThrownBy(() -> Launch.read(properties::get, environment::get, 4711))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("WORKER_GENERATION=0");

    environment.put("WORKER_GENERATION", "one");
    assertThatThrownBy(() -> Launch.read(properties::get, environment::get, 4711))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("WORKER_GENERATION=one");
  }
}
