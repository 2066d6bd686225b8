package org.jvmcluster.supervisor.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.time.NanoClock;

/** A service that a command of the user has started. */
final class CommandArm extends ProcessArm {
  private static final String PORT = "{port}";

  /** For one look whether it answers; it is looked again until the start's own limit. */
  private static final Duration LOOK_LIMIT = Duration.ofSeconds(2);

  private CommandArm(ArmSpec.Command spec, ArmProcess process, int port, Duration start) {
    super(spec.arm(), process, port, start);
  }

  /** Starts it and waits until it answers. */
  static CommandArm start(ArmSpec.Command spec, ArmProcesses processes)
      throws ArmException, InterruptedException {
    int port = freePort();
    long begun = NanoClock.SYSTEM.nanos();
    ArmProcess process =
        processes.start(
            new ArmProcesses.Program(
                spec.name(),
                spec.command().stream().map(word -> withPort(word, port)).toList(),
                spec.environment().entrySet().stream()
                    .collect(
                        Collectors.toMap(
                            Map.Entry::getKey, entry -> withPort(entry.getValue(), port))),
                line -> {},
                () -> {}));
    try {
      boolean ready =
          Waiting.until(() -> !process.isAlive() || answers(spec, port), spec.startTimeout());
      if (!process.isAlive()) {
        throw new ArmException("its command ended before it answered");
      }
      if (!ready) {
        throw new ArmException(
            "it did not answer "
                + spec.ready().orElse("/")
                + " on port "
                + port
                + " within "
                + spec.startTimeout().toSeconds()
                + " s; does its command have "
                + PORT
                + ", and is 'ready' a path that answers with less than 400?");
      }
    } catch (ArmException e) {
      throw process.failed(e);
    }
    Duration took = Duration.ofNanos(NanoClock.SYSTEM.nanos() - begun);
    return new CommandArm(spec, process, port, took);
  }

  private static String withPort(String text, int port) {
    return text.replace(PORT, Integer.toString(port));
  }

  private static boolean answers(ArmSpec.Command spec, int port) {
    try {
      int status = PlainRequest.send(targetAt(port, spec.ready().orElse("/")), LOOK_LIMIT).status();
      return spec.ready().isEmpty() || status < 400;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Nobody used it a moment ago; a command cannot be given one that is held for it. */
  private static int freePort() throws ArmException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new ArmException("there is no free port: " + e.getMessage(), e);
    }
  }

  @Override
  public OptionalLong supervising() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<List<Long>> readyWorkers() {
    return Optional.empty();
  }
}
