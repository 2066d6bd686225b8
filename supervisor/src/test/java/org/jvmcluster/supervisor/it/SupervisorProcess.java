package org.jvmcluster.supervisor.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.control.AdminClient;
import org.jvmcluster.supervisor.control.AdminException;
import org.jvmcluster.supervisor.directory.DirectoryLocations;
import org.jvmcluster.supervisor.report.Window;

/**
 * A real supervisor with its workers. Closing it ends all of them, by pid, however the test went,
 * and removes what a killed one left.
 */
final class SupervisorProcess implements AutoCloseable {
  private static final Pattern FIRST_LINE =
      Pattern.compile("supervisor listens on http://.*:(\\d+)/, pid \\d+");

  private final Process process;
  private final ProgramOutput output;
  private final Set<String> statesBefore;
  private final Set<ProcessHandle> seen = new HashSet<>();

  private SupervisorProcess(Process process, Set<String> statesBefore) {
    this.process = process;
    this.statesBefore = statesBefore;
    this.output = new ProgramOutput(process.inputReader(UTF_8), "output-" + process.pid());
  }

  static SupervisorProcess start(SupervisorCommand command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command.words())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().keySet().removeIf(name -> name.startsWith("SUPERVISOR_"));
    builder.environment().putAll(command.environment());
    return new SupervisorProcess(builder.start(), states());
  }

  long pid() {
    return process.pid();
  }

  ProgramOutput output() {
    return output;
  }

  /** From its first line, which it waits for. */
  int port() {
    Patience.await("the first line", () -> firstLine().isPresent() || !process.isAlive());
    return firstLine()
        .orElseThrow(() -> new AssertionError("it ended without a first line: " + output.tail()));
  }

  private Optional<Integer> firstLine() {
    return output.lines().stream()
        .map(FIRST_LINE::matcher)
        .filter(Matcher::matches)
        .map(line -> Integer.valueOf(line.group(1)))
        .findFirst();
  }

  /** Its runtime directory. */
  Path directory() {
    return directory(port());
  }

  static Path directory(int port) {
    return DirectoryLocations.ofThisProcess()
        .runtimeParents()
        .get(0)
        .resolve(Integer.toString(port));
  }

  AdminClient admin() {
    return new AdminClient(directory().resolve("admin.sock"));
  }

  JsonObject status() throws AdminException {
    return status(Window.LAST_10_SECONDS);
  }

  JsonObject status(Window window) throws AdminException {
    JsonObject status = admin().status(window);
    remember();
    return status;
  }

  /** The entry of a slot that has one worker, with all it has counted since it started. */
  JsonObject worker(int slot) throws AdminException {
    return status(Window.ALL).getJsonArray("workers").stream()
        .map(JsonObject.class::cast)
        .filter(worker -> worker.getInteger("slot") == slot)
        .reduce(
            (one, other) -> {
              throw new AssertionError("two workers in slot " + slot);
            })
        .orElseThrow();
  }

  /** What is looked for in the entry of a worker. */
  interface WorkerSight {
    boolean isIn(JsonObject worker) throws Exception;
  }

  /**
   * Waits until the worker of a slot has counted so much since it started, or is in such a state.
   */
  JsonObject awaitWorker(int slot, String what, WorkerSight sight) {
    AtomicReference<JsonObject> seen = new AtomicReference<>();
    Patience.await(
        what,
        () -> {
          seen.set(worker(slot));
          return sight.isIn(seen.get());
        });
    return seen.get();
  }

  /** The value of a key that holds for its workers, as text without any quoting. */
  String configured(String key) throws AdminException {
    Object value = admin().config().getJsonObject("settings").getJsonObject(key).getValue("value");
    return value instanceof JsonArray list
        ? list.stream().map(String::valueOf).collect(Collectors.joining("\n"))
        : String.valueOf(value);
  }

  /** The entries of the status, one a worker. */
  List<JsonObject> workers() throws AdminException {
    JsonArray workers = status().getJsonArray("workers");
    return workers.stream().map(JsonObject.class::cast).toList();
  }

  /**
   * The ready ones; pid by slot. Also those that are shown as blocked, as a worker may be by its
   * own warm-up on a busy machine, unless a successor is on its way: that is what a hang is.
   */
  Map<Integer, Long> readyPids() throws AdminException {
    List<JsonObject> all = workers();
    Map<Integer, Long> ofSlot =
        all.stream()
            .collect(
                Collectors.groupingBy(worker -> worker.getInteger("slot"), Collectors.counting()));
    return all.stream()
        .filter(
            worker ->
                "ready".equals(worker.getString("state"))
                    || ("blocked".equals(worker.getString("state"))
                        && ofSlot.get(worker.getInteger("slot")) == 1))
        .collect(
            Collectors.toMap(worker -> worker.getInteger("slot"), worker -> worker.getLong("pid")));
  }

  /** Waits until there are that many workers, and all of them ready, and the fleet steady. */
  void awaitReady(int workers) {
    awaitStatus(
        workers + " ready workers",
        status ->
            "steady".equals(status.getJsonObject("supervisor").getString("state"))
                && status.getJsonArray("workers").size() == workers
                && status.getJsonArray("workers").stream()
                    .allMatch(worker -> "ready".equals(((JsonObject) worker).getString("state"))));
  }

  /**
   * Waits until so many workers are ready, and none is held by its own warm-up any more, which on a
   * busy machine takes its time.
   */
  void awaitWarm(int workers) {
    awaitReady(workers);
    Patience.await(
        workers + " warm workers",
        () ->
            output.lines().stream().filter(line -> line.contains(" warmed up ")).count()
                >= workers);
    awaitReady(workers);
  }

  /** What is looked for in a status. */
  interface Sight {
    boolean isIn(JsonObject status) throws Exception;
  }

  /** Waits until the status is so; fails at once when the supervisor ends. */
  JsonObject awaitStatus(String what, Sight sight) {
    port();
    AtomicReference<JsonObject> seen = new AtomicReference<>();
    Patience.await(
        what,
        () -> {
          assertThat(process.isAlive()).as("the supervisor runs on").isTrue();
          try {
            seen.set(status());
          } catch (AdminException notYet) {
            return false;
          }
          return sight.isIn(seen.get());
        });
    return seen.get();
  }

  void awaitOutput(String text) {
    Patience.await("the text '" + text + "'", () -> output.contains(text));
  }

  /** Sends it a signal, by name. */
  void signal(String name) throws IOException, InterruptedException {
    signal(process.pid(), name);
  }

  static void signal(long pid, String name) throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(pid))
            .redirectErrorStream(true)
            .start();
    String said = new String(kill.getInputStream().readAllBytes(), UTF_8);
    assertThat(kill.waitFor()).as("kill -%s %d: %s", name, pid, said).isZero();
  }

  /** SIGKILL to the supervisor alone; its workers are remembered. */
  void kill() {
    remember();
    process.destroyForcibly();
    int unused = exitCode();
  }

  /** Waits for its end. */
  int exitCode() {
    return exitCode(Patience.LIMIT);
  }

  int exitCode(Duration limit) {
    return process.onExit().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).join().exitValue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** All worker processes seen so far, those that are gone included. */
  Set<ProcessHandle> seenWorkers() {
    remember();
    return Set.copyOf(seen);
  }

  private void remember() {
    seen.addAll(MachineView.childrenOf(process.pid()));
  }

  /** Nothing is left: no process, no listener, no file in the runtime directory. */
  void assertNothingLeft() {
    assertNothingLeft(port());
  }

  static void assertNothingLeft(int port) {
    assertThat(MachineView.running(directory(port) + "/")).as("processes").isEmpty();
    assertThat(MachineView.listeners(port)).as("listeners on port %d", port).isZero();
    assertThat(directory(port)).doesNotExist();
  }

  @Override
  public void close() throws IOException {
    remember();
    process.destroyForcibly();
    int unused = exitCode();
    Optional<Integer> port = firstLine();
    if (port.isPresent()) {
      seen.addAll(MachineView.running(directory(port.get()) + "/"));
    }
    seen.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture<?>[] ends =
        seen.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(ends).orTimeout(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    if (port.isPresent()) {
      clear(directory(port.get()));
      if (!statesBefore.contains(port.get().toString())) {
        for (Path parent : DirectoryLocations.ofThisProcess().stateParent().stream().toList()) {
          clear(parent.resolve(port.get().toString()));
        }
      }
    }
  }

  /** The ports that have a state directory: those are not the test's to remove. */
  private static Set<String> states() throws IOException {
    Optional<Path> parent = DirectoryLocations.ofThisProcess().stateParent();
    if (parent.filter(Files::isDirectory).isEmpty()) {
      return Set.of();
    }
    try (Stream<Path> entries = Files.list(parent.get())) {
      return entries.map(entry -> entry.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private static void clear(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException gone) {
      return;
    }
  }

  @Override
  public String toString() {
    return "supervisor " + process.pid();
  }
}
