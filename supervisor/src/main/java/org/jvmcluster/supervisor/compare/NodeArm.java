package org.jvmcluster.supervisor.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jvmcluster.runtime.time.NanoClock;

/** Node's cluster module with the handlers of the bundled service; it says which workers listen. */
final class NodeArm extends ProcessArm {
  private static final String SCRIPT = "node-cluster.js";
  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final long VERSION_SECONDS = 10;

  private final Set<Long> ready;

  private NodeArm(
      ArmSpec.Node spec, ArmProcess process, int port, Set<Long> ready, Duration start) {
    super(spec.arm(), process, port, start);
    this.ready = ready;
  }

  /** What {@code node --version} says; empty where there is no Node. */
  static Optional<String> version() throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder("node", "--version")
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      try (InputStream out = process.getInputStream()) {
        if (!process.waitFor(VERSION_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
          return Optional.empty();
        }
        return Optional.of(new String(out.readAllBytes(), UTF_8))
            .map(String::strip)
            .filter(text -> text.startsWith("v"));
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException missing) {
      return Optional.empty();
    }
  }

  /** Starts it and waits until all workers listen. */
  static NodeArm start(ArmSpec.Node spec, ArmProcesses processes)
      throws ArmException, InterruptedException {
    Path script = unpack();
    Set<Long> ready = new ConcurrentSkipListSet<>();
    AtomicInteger port = new AtomicInteger();
    long begun = NanoClock.SYSTEM.nanos();
    ArmProcess process =
        processes.start(
            new ArmProcesses.Program(
                spec.arm().name(),
                List.of("node", script.toString(), Integer.toString(spec.workers())),
                Map.of(),
                line -> hear(line, ready, port),
                () -> delete(script)));
    try {
      boolean started =
          Waiting.until(() -> !process.isAlive() || ready.size() == spec.workers(), START_LIMIT);
      if (!started || !process.isAlive()) {
        throw new ArmException(
            process.isAlive()
                ? "its workers did not listen within " + START_LIMIT.toSeconds() + " s"
                : "it ended before its workers listened");
      }
    } catch (ArmException e) {
      throw process.failed(e);
    }
    Duration took = Duration.ofNanos(NanoClock.SYSTEM.nanos() - begun);
    return new NodeArm(spec, process, port.get(), ready, took);
  }

  /** Lines are {@code {"ready": PID, "port": P}} and {@code {"gone": PID}}. */
  private static void hear(String line, Set<Long> ready, AtomicInteger port) {
    JsonObject news;
    try {
      news = new JsonObject(line);
    } catch (DecodeException other) {
      return;
    }
    if (news.containsKey("ready")) {
      port.set(news.getInteger("port"));
      ready.add(news.getLong("ready"));
    } else if (news.containsKey("gone")) {
      ready.remove(news.getLong("gone"));
    }
  }

  /** Node runs files only. */
  private static Path unpack() throws ArmException {
    try (InputStream script = NodeArm.class.getResourceAsStream(SCRIPT)) {
      if (script == null) {
        throw new IllegalStateException("the program lacks " + SCRIPT);
      }
      Path file = Files.createTempFile("supervisor-compare-", ".js");
      Files.copy(script, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException e) {
      throw new ArmException("cannot write its script: " + e.getMessage(), e);
    }
  }

  private static void delete(Path script) {
    try {
      Files.deleteIfExists(script);
    } catch (IOException stays) {
      // A small file in the folder for temporary ones.
      return;
    }
  }

  @Override
  public OptionalLong supervising() {
    return OptionalLong.of(process().pid());
  }

  @Override
  public Optional<List<Long>> readyWorkers() {
    return Optional.of(List.copyOf(ready));
  }
}
