package org.jvmcluster.supervisor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.config.ConfigDocument;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigLoader;
import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.control.AdminBackend;
import org.jvmcluster.supervisor.control.AdminClient;
import org.jvmcluster.supervisor.control.AdminServer;
import org.jvmcluster.supervisor.control.Progress;
import org.jvmcluster.supervisor.control.Strain;
import org.jvmcluster.supervisor.control.WorkerDump;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.metrics.MetricsPage;
import org.jvmcluster.supervisor.report.EventFile;
import org.jvmcluster.supervisor.report.EventLog;
import org.jvmcluster.supervisor.report.Window;

/** The commands that talk to a running supervisor, against its real admin API. */
@Timeout(60)
class RunningSupervisorTest {
  private static final Occurrence STEP =
      new Occurrence(
          Instant.parse("2026-01-02T03:04:05Z"),
          Occurrence.Kind.READY,
          Optional.of(new Slot(1)),
          Optional.of(new Generation(2)),
          OptionalLong.of(4711),
          OptionalLong.of(1234),
          "slot 1 generation 2 pid 4711 is ready");

  @TempDir Path folder;

  private final ProgramRun program = new ProgramRun();
  private final Played backend = new Played();
  private Vertx vertx;
  private AdminServer server;
  private EventLog events;

  @BeforeEach
  void open() throws Exception {
    vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
    events = new EventLog(new EventFile(folder));
    server = AdminServer.openOnSocket(vertx, folder.resolve("admin.sock"), backend, events);
    AdminClient client = new AdminClient(folder.resolve("admin.sock"));
    program.finder = port -> Optional.of(client);
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    events.close();
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void showsTheStatusAsATableAndAsTheDocumentItself() {
    assertThat(program.run("status")).isZero();
    assertThat(program.out()).contains("http://127.0.0.1:3100/", "steady");

    assertThat(program.run("status", "--json", "--window", "all")).isZero();
    assertThat(new JsonObject(program.out())).isEqualTo(backend.status(Window.ALL));
  }

  @Test
  void printsEachStepOfARestartAndThenItsOutcome() {
    assertThat(program.run("restart")).isZero();

    assertThat(program.out().lines().toList())
        .hasSize(2)
        .element(0)
        .asString()
        .contains("slot 1 generation 2 pid 4711 is ready");
    assertThat(program.out().lines().toList()).element(1).isEqualTo("restart: so it is");
    assertThat(program.run("reload")).isZero();
  }

  @Test
  void printsStepsAndOutcomeAsJsonLines() {
    assertThat(program.run("scale", "4", "--json")).isZero();

    List<JsonObject> lines = program.out().lines().map(JsonObject::new).toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).getInteger("slot")).isEqualTo(1);
    assertThat(lines.get(1))
        .isEqualTo(new JsonObject().put("result", "done").put("text", "scale 4: so it is"));
  }

  @ParameterizedTest
  @CsvSource({
    "DONE,0,done",
    "REFUSED,2,refused",
    "BUSY,75,busy",
    "UNDONE,70,undone",
    "FAILED,1,failed"
  })
  void turnsEachOutcomeIntoItsExitCode(String outcome, int exitCode, String word) {
    backend.outcome = outcome;

    assertThat(program.run("restart", "--json")).isEqualTo(exitCode);
    String last = program.out().lines().reduce((line, next) -> next).orElseThrow();
    assertThat(new JsonObject(last).getString("result")).isEqualTo(word);

    assertThat(program.run("restart")).isEqualTo(exitCode);
    assertThat(exitCode == 0 ? program.out() : program.err()).contains("so it is");
  }

  @ParameterizedTest
  @CsvSource({"stop,false", "stop --now,true"})
  void stopsGracefullyOrAtOnce(String line, boolean now) {
    assertThat(program.run(line.split(" "))).isZero();

    assertThat(program.out()).contains("stop " + now);
  }

  @Test
  void showsTheEventsForPeopleAndForPrograms() {
    events.add(STEP);

    assertThat(program.run("events")).isZero();
    assertThat(program.out()).contains("slot 1 generation 2 pid 4711 is ready");

    assertThat(program.run("events", "--json")).isZero();
    assertThat(new JsonObject(program.out()).getString("text"))
        .isEqualTo("slot 1 generation 2 pid 4711 is ready");
  }

  @Test
  void printsTheThreadsOfAWorkerAndFailsPlainlyWhenItDoesNotAnswer() {
    assertThat(program.run("dump", "0")).isZero();
    assertThat(program.out()).isEqualTo("slot 0\nloops first\n");

    assertThat(program.run("dump", "1")).isEqualTo(ExitCode.FAILED);
    assertThat(program.out()).isEmpty();
    assertThat(program.err()).contains("slot 1 did not answer within 2 s");
    assertThat(program.run("dump", "2")).isEqualTo(ExitCode.FAILED);
    assertThat(program.err()).contains("there is no slot 2");
    assertThat(program.run("dump", "-1")).isEqualTo(ExitCode.USAGE);
    assertThat(program.run("dump")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void showsTheConfigurationOfTheRunningSupervisor() {
    assertThat(program.run("config", "--running")).isZero();
    assertThat(program.out()).contains("port: 3999\n");

    assertThat(program.run("config", "--running", "--explain")).isZero();
    assertThat(program.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains("port: 3999 # --port");

    assertThat(program.run("config", "--running", "--json")).isZero();
    assertThat(new JsonObject(program.out()).getInteger("generation")).isEqualTo(7);
  }

  @Test
  void looksForThePortOfOptionsEnvironmentAndFile() throws Exception {
    Path file = Files.writeString(folder.resolve("s.yaml"), "port: 3300\n");

    program.run("status");
    program.run("status", "--config", file.toString());
    program.environment.put("SUPERVISOR_PORT", "3200");
    program.run("status");
    program.run("status", "--port", "3400");

    assertThat(program.portsAsked).containsExactly(3100, 3300, 3200, 3400);
  }

  @Test
  void findsASupervisorByItsPortAlthoughTheConfigurationIsBroken() {
    program.environment.put("SUPERVISOR_BACKLOG", "many");

    assertThat(program.run("stop", "--port", "3100")).isZero();
    assertThat(program.run("stop")).isEqualTo(ExitCode.BAD_CONFIGURATION);
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "restart", "scale 3", "stop", "events", "config --running"})
  void endsWith69WhereNoSupervisorRuns(String line) {
    program.finder = port -> Optional.empty();

    assertThat(program.run(line.split(" "))).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(program.err()).contains("no supervisor of yours runs on port 3100");
    assertThat(program.out()).isEmpty();
  }

  @Test
  void endsWith69WhereTheSocketIsThatOfADeadSupervisor() {
    AdminClient dead = new AdminClient(folder.resolve("dead.sock"));
    program.finder = port -> Optional.of(dead);

    assertThat(program.run("status")).isEqualTo(ExitCode.UNAVAILABLE);
  }

  /** Answers every question with the same and every order with one step and the outcome. */
  private static final class Played implements AdminBackend {
    volatile String outcome = "DONE";

    @Override
    public JsonObject status(Window window) {
      return new JsonObject()
          .put(
              "supervisor",
              new JsonObject().put("state", "steady").put("host", "127.0.0.1").put("port", 3100))
          .put("window", window.wireName());
    }

    @Override
    public Optional<JsonObject> worker(Slot slot, Window window) {
      return Optional.empty();
    }

    @Override
    public JsonObject config() {
      ConfigSources sources =
          new ConfigSources(
              Map.of("port", List.of("3999")), Map.of(), Optional.empty(), Path.of("/nonexistent"));
      try {
        return ConfigDocument.json(ConfigLoader.load(sources).settings()).put("generation", 7);
      } catch (ConfigException e) {
        throw new AssertionError("a port alone is a good configuration", e);
      }
    }

    @Override
    public MetricsPage.Scrape metrics(String accept) {
      throw new UnsupportedOperationException("no command asks for it");
    }

    @Override
    public FleetView fleet() {
      return new FleetView(
          FleetView.State.STEADY,
          Generation.FIRST,
          List.of(worker(0), worker(1)),
          new FleetView.RestartView(
              0,
              FleetView.RestartState.NONE,
              Optional.empty(),
              Optional.empty(),
              List.of(),
              Optional.empty()));
    }

    private static FleetView.WorkerView worker(int slot) {
      return new FleetView.WorkerView(
          Optional.of(new LaunchId(slot + 1)),
          new Slot(slot),
          Generation.FIRST,
          OptionalLong.of(4711 + slot),
          FleetView.WorkerState.READY,
          0,
          0,
          Optional.empty(),
          Optional.empty());
    }

    @Override
    public Strain strain(LaunchId launch) {
      return Strain.NONE;
    }

    @Override
    public CompletionStage<WorkerDump> dump(Slot slot) {
      return CompletableFuture.completedFuture(
          slot.number() == 0
              ? new WorkerDump(true, "slot 0\nloops first\n")
              : new WorkerDump(false, "slot " + slot + " did not answer within 2 s"));
    }

    @Override
    public void restart(Progress progress) {
      carryOut("restart", progress);
    }

    @Override
    public void scale(int workers, Progress progress) {
      carryOut("scale " + workers, progress);
    }

    @Override
    public void stop(boolean now, Progress progress) {
      carryOut("stop " + now, progress);
    }

    private void carryOut(String order, Progress progress) {
      progress.step(STEP);
      String text = order + ": so it is";
      progress.complete(
          switch (outcome) {
            case "DONE" -> new Outcome.Done(text);
            case "REFUSED" -> new Outcome.Refused(text);
            case "BUSY" -> new Outcome.Busy(text);
            case "UNDONE" -> new Outcome.Undone(text);
            default -> new Outcome.Failed(text);
          });
    }
  }
}
