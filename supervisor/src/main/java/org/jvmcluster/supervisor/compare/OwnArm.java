package org.jvmcluster.supervisor.compare;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.control.AdminClient;
import org.jvmcluster.supervisor.control.AdminException;
import org.jvmcluster.supervisor.directory.DirectoryLocations;
import org.jvmcluster.supervisor.directory.RuntimeDirectory;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.report.Window;

/** A supervisor of this very program with its workers, asked through its admin socket. */
final class OwnArm extends ProcessArm {
  private static final Pattern FIRST_LINE =
      Pattern.compile("supervisor listens on http://.*:(\\d+)/, pid \\d+");

  /** Its workers have 30 s each, two at a time on a machine that is busy with others besides. */
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private final AdminClient admin;

  private OwnArm(
      ArmSpec.Own spec, ArmProcess process, int port, AdminClient admin, Duration start) {
    super(spec.arm(), process, port, start);
    this.admin = admin;
  }

  /** Starts it and waits until all workers are ready. */
  static OwnArm start(ArmSpec.Own spec, ArmProcesses processes)
      throws ArmException, InterruptedException {
    CompletableFuture<Integer> port = new CompletableFuture<>();
    DirectoriesLeft left = DirectoriesLeft.before(DirectoryLocations.ofThisProcess());
    long begun = NanoClock.SYSTEM.nanos();
    ArmProcess process =
        processes.start(
            new ArmProcesses.Program(
                spec.arm().name(),
                ThisProgram.command(arguments(spec)),
                Map.of(),
                portFinder(port),
                () -> {
                  if (port.isDone()) {
                    left.remove(port.join());
                  }
                }));
    try {
      return ready(spec, process, port, begun);
    } catch (ArmException e) {
      throw process.failed(e);
    }
  }

  private static OwnArm ready(
      ArmSpec.Own spec, ArmProcess process, CompletableFuture<Integer> port, long begunNanos)
      throws ArmException, InterruptedException {
    require(process, port::isDone, "did not say its port");
    AdminClient admin = admin(process, port.join());
    int wanted = spec.servingProcesses();
    require(process, () -> isReady(admin, wanted), "had not all workers ready");
    Duration took = Duration.ofNanos(NanoClock.SYSTEM.nanos() - begunNanos);
    return new OwnArm(spec, process, port.join(), admin, took);
  }

  /** A supervisor that boots many workers may be silent for seconds; that is not yet a failure. */
  private static boolean isReady(AdminClient admin, int wanted) {
    try {
      return readyPids(admin).size() == wanted;
    } catch (ArmException notYet) {
      return false;
    }
  }

  private static void require(ArmProcess process, Waiting.Condition condition, String otherwise)
      throws ArmException, InterruptedException {
    boolean held = Waiting.until(() -> !process.isAlive() || condition.holds(), START_LIMIT);
    if (!held) {
      throw new ArmException("it " + otherwise + " within " + START_LIMIT.toSeconds() + " s");
    }
    if (!process.isAlive()) {
      throw new ArmException("it " + otherwise + " when it ended");
    }
  }

  private static AdminClient admin(ArmProcess process, int port)
      throws ArmException, InterruptedException {
    CompletableFuture<AdminClient> found = new CompletableFuture<>();
    require(
        process,
        () -> {
          RuntimeDirectory.findAdminSocket(DirectoryLocations.ofThisProcess(), port)
              .map(AdminClient::new)
              .ifPresent(found::complete);
          return found.isDone();
        },
        "had no admin socket");
    return found.join();
  }

  private static List<String> arguments(ArmSpec.Own spec) {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(List.of("--mode", spec.mode().name().toLowerCase(Locale.ROOT)));
    words.addAll(List.of("--workers", Integer.toString(spec.workers())));
    words.addAll(List.of("--host", LOOPBACK, "--port", "0"));
    words.addAll(List.of("--listen", spec.listen().name().toLowerCase(Locale.ROOT)));
    words.addAll(spec.runOptions());
    return words;
  }

  private static Consumer<String> portFinder(CompletableFuture<Integer> port) {
    return line -> {
      Matcher matcher = FIRST_LINE.matcher(line);
      if (matcher.matches()) {
        port.complete(Integer.valueOf(matcher.group(1)));
      }
    };
  }

  @Override
  public OptionalLong supervising() {
    return OptionalLong.of(process().pid());
  }

  @Override
  public Optional<List<Long>> readyWorkers() throws ArmException {
    return Optional.of(readyPids(admin));
  }

  /** Their pids. */
  private static List<Long> readyPids(AdminClient admin) throws ArmException {
    JsonObject status;
    try {
      status = admin.status(Window.LAST_10_SECONDS);
    } catch (AdminException e) {
      throw new ArmException(String.valueOf(e.getMessage()), e);
    }
    // One that is shown as blocked serves all the same: a heavy request is what it is there for.
    return status.getJsonArray("workers").stream()
        .map(JsonObject.class::cast)
        .filter(worker -> List.of("ready", "blocked").contains(worker.getString("state")))
        .map(worker -> worker.getLong("pid"))
        .toList();
  }

  @Override
  public boolean canRestart() {
    return true;
  }

  @Override
  public void restart() throws ArmException {
    Outcome outcome;
    try {
      outcome = admin.restart(step -> {});
    } catch (AdminException e) {
      throw new ArmException(String.valueOf(e.getMessage()), e);
    }
    if (!(outcome instanceof Outcome.Done)) {
      throw new ArmException("its restart was not done: " + outcome.text());
    }
  }
}
