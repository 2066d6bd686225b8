package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WorkerIdentity;

/**
 * What the supervisor said when it started this JVM.
 *
 * @param controlSocket where the control channel is joined
 * @param id which launch this is
 * @param identity slot, generation and our pid
 */
record Launch(Path controlSocket, LaunchId id, WorkerIdentity identity) {
  private static final String SLOT = "WORKER_SLOT";
  private static final String GENERATION = "WORKER_GENERATION";

  Launch {
    requireNonNull(controlSocket, "controlSocket");
    requireNonNull(id, "id");
    requireNonNull(identity, "identity");
  }

  /**
   * Reads the launch from the system properties and the environment.
   *
   * @param properties gives a system property or null
   * @param environment gives an environment variable or null
   * @return empty when no supervisor started this JVM
   * @throws IllegalArgumentException when one did, but something is missing or wrong
   */
  static Optional<Launch> read(NullableLookup properties, NullableLookup environment, long pid) {
    String control = properties.get(Protocol.CONTROL_SOCKET_PROPERTY);
    if (control == null) {
      return Optional.empty();
    }
    Slot slot = number(SLOT, environment.get(SLOT), number -> new Slot(Math.toIntExact(number)));
    Generation generation =
        number(
            GENERATION,
            environment.get(GENERATION),
            number -> new Generation(Math.toIntExact(number)));
    LaunchId id =
        number(Protocol.LAUNCH_PROPERTY, properties.get(Protocol.LAUNCH_PROPERTY), LaunchId::new);
    return Optional.of(new Launch(Path.of(control), id, new WorkerIdentity(slot, generation, pid)));
  }

  private static <T> T number(String name, @Nullable String value, LongFunction<T> from) {
    if (value == null) {
      throw new IllegalArgumentException(
          Protocol.CONTROL_SOCKET_PROPERTY
              + " is set but "
              + name
              + " is not; start workers through the supervisor, or remove the property");
    }
    try {
      return from.apply(Long.parseLong(value));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(
          name + "=" + value + " is wrong (" + e.getMessage() + "); the supervisor sets it", e);
    }
  }

  /** Looks up a setting by its name; null when it is not set. */
  @FunctionalInterface
  interface NullableLookup {
    @Nullable String get(String name);
  }
}
