package org.jvmcluster.supervisor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.supervisor.config.ConfigKey;
import org.jvmcluster.supervisor.config.ConfigKeys;
import org.jvmcluster.supervisor.config.SupervisorConfig;
import org.jvmcluster.supervisor.config.WorkerCount;

class SupervisorProgramTest {
  @TempDir Path folder;

  private final ProgramRun program = new ProgramRun();

  @Test
  void runsASupervisorWithTheOptionsWithAndWithoutTheCommand() {
    assertThat(program.run("--workers", "3", "--port=3200", "--faults")).isEqualTo(ExitCode.OK);
    assertThat(program.run("run", "--faults", "--port", "3200", "--workers=3")).isZero();
    assertThat(program.run()).isZero();

    SupervisorConfig first = program.started.get(0).config();
    assertThat(first.workers()).isEqualTo(new WorkerCount(OptionalInt.of(3)));
    assertThat(first.port()).isEqualTo(3200);
    assertThat(first.faults()).isTrue();
    assertThat(program.started.get(1).config()).isEqualTo(first);
    assertThat(program.started.get(2).config().workers()).isEqualTo(WorkerCount.AUTO);
  }

  @Test
  void handsJvmOptionsOnAsTheyAreGiven() {
    String odd = "-Dgreeting=grüß \"dich\" $HOME ${HOME} ' @x %n,y";

    assertThat(
            program.run(
                "--jvm-opt", "-Xmx1g", "--jvm-opt=" + odd, "--jvm-opt", "--add-opens=a/b=c"))
        .isZero();

    assertThat(program.started.get(0).config().jvmOptions())
        .containsExactly("-Xmx1g", odd, "--add-opens=a/b=c");
  }

  @Test
  void hasAnOptionForEveryKeyOfTheConfiguration() {
    program.run("run", "--help");

    for (ConfigKey<?> key : ConfigKeys.ALL) {
      assertThat(program.out()).contains("--" + key.name());
    }
  }

  @Test
  void switchesOffByWord() {
    program.environment.put("SUPERVISOR_FAULTS", "on");

    assertThat(program.run("--faults=off")).isZero();

    assertThat(program.started.get(0).config().faults()).isFalse();
  }

  @Test
  void keepsTheSourcesForReadingThemAgain() throws Exception {
    Path file = Files.writeString(folder.resolve("s.yaml"), "workers: 2\n");
    program.environment.put("SUPERVISOR_BACKLOG", "7");

    program.run("--config", file.toString(), "--port", "1");

    assertThat(program.sources.get(0).file()).contains(file.toAbsolutePath());
    assertThat(program.sources.get(0).options()).containsOnlyKeys("port");
    assertThat(program.started.get(0).config().workers().resolve(9)).isEqualTo(2);
    assertThat(program.started.get(0).config().backlog()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--prot 3|unknown option --prot; did you mean --port?",
        "--wrokers=3|unknown option --wrokers; did you mean --workers?",
        "-p 3|unknown option -p",
        "statsu|unknown command statsu; did you mean status?",
        "frobnicate|unknown command frobnicate",
        "--port 3 status|the command comes first: supervisor status [options]",
        "run fast|unexpected argument 'fast'",
        "--port many|--port: 'many' is not a whole number; allowed: 0..65535",
        "--drain-timeout 10|'10' has no unit: write 10ms, 10s or 10m",
        "--modus threads|unknown option --modus",
        "--mode thread|'thread' is none of processes, threads, single; did you mean threads?",
        "--mode single --workers 2|mode single has 1 worker, not 2",
        "--hang-timeout 1s|1s is outside 2s..1h; allowed: 2s..1h, or 0s for never",
        "--port 1 --port 2|should be specified only once",
        "--port|Missing required parameter for option '--port'",
        "scale|Missing required parameter",
        "scale 0|N lies in 1..1024, not 0",
        "scale many|'many' is not an int",
        "scale 1 2|unexpected argument '2'",
        "status --window 5s|no window is called '5s'",
        "status --jsn|unknown option --jsn; did you mean --json?",
        "load|Missing required parameter",
        "load localhost|write http://HOST:PORT/PATH",
        "load https://x/|https is not built in",
        "load http://x/ --timeout 30|has no unit",
        "load http://x/ --concurrency 0|concurrency lies in",
        "load http://x/ --requests 0|requests lies in",
        "load http://x/ --seconds 0|time is more than zero",
        "load http://x/ --rate 0|'--rate': a rate is a number above 0 and up to 1000000, not '0'",
        "load http://x/ --rate 5,x|not 'x' as in '5,x'; write R, R1..R2 for a ramp or R1,R2,R3",
        "load http://x/ --rate 5..|not '' as in '5..'",
        "load http://x/ --rate 5..9|--rate 5..9 needs --seconds",
        "load http://x/ --rate 5,9|--rate 5,9 needs --seconds",
        "load http://x/ --arrivals poisson|--arrivals is for --rate",
        "load http://x/ --rate 5 --arrivals odd|expected one of",
        "load http://x/ --mix /fast|the part '/fast' lacks its weight",
        "load http://x/cpu?ms=1 --mix /fast=1|leave '/cpu?ms=1' out, or put it into the mix",
        "load http://x/ --hgrm /no/such/a.hgrm|/no/such/a.hgrm cannot be written: its folder",
        "load http://x/ --hgrm /|--hgrm / cannot be written: Is a directory",
        "load http://x/ --retries 101|retries lies in",
        "stop --now=x|'x' is not a boolean",
      })
  void answersAUsageErrorWithOneMessageAndTheNearestName(String line, String message) {
    assertThat(program.run(line.split(" "))).isEqualTo(ExitCode.USAGE);

    assertThat(program.err()).startsWith("supervisor: ").contains(message);
    assertThat(program.err().lines().count()).isLessThanOrEqualTo(2);
    assertThat(program.out()).isEmpty();
    assertThat(program.started).isEmpty();
  }

  @Test
  void takesWhatFollowsADoubleDashForNoOption() {
    assertThat(program.run("scale", "--", "-3")).isEqualTo(ExitCode.USAGE);
    assertThat(program.err()).contains("N lies in 1..1024, not -3");
    assertThat(program.run("--port", "1", "--")).isZero();
  }

  @Test
  void endsWith78WhereAFileOrVariableIsWrong() throws Exception {
    Path file = Files.writeString(folder.resolve("s.yaml"), "\nwokers: 2\n");

    assertThat(program.run("--config", file.toString())).isEqualTo(ExitCode.BAD_CONFIGURATION);
    assertThat(program.err())
        .isEqualTo(
            "supervisor: " + file + ":2: wokers: there is no such key; did you mean workers?\n");

    program.environment.put("SUPERVISOR_PORT", "many");
    assertThat(program.run()).isEqualTo(ExitCode.BAD_CONFIGURATION);
    assertThat(program.started).isEmpty();
  }

  @Test
  void warnsOfAnUnknownVariableOnStderrAndRuns() {
    program.environment.put("SUPERVISOR_WORKER", "3");

    assertThat(program.run()).isZero();

    assertThat(program.err())
        .isEqualTo(
            "supervisor: warning: SUPERVISOR_WORKER in the environment is no setting and is"
                + " ignored; did you mean SUPERVISOR_WORKERS?\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--help", "run --help", "status --help", "load --help", "--port 1 --help"})
  void printsHelpToStdout(String line) {
    assertThat(program.run(line.split(" "))).isZero();

    assertThat(program.out()).contains("--help").doesNotContain("\u001b[");
    assertThat(program.err()).isEmpty();
    assertThat(program.started).isEmpty();
    assertThat(program.out().lines()).allSatisfy(row -> assertThat(row).hasSizeLessThan(101));
  }

  @Test
  void listsEveryCommandAndTheOptionsOfRunInItsHelp() {
    program.run("--help");

    assertThat(program.out())
        .contains("run", "status", "restart, reload", "scale", "stop", "load", "events", "config")
        .contains("--workers=N|auto", "69", "78");
  }

  @Test
  void printsItsVersion() {
    assertThat(program.run("--version")).isZero();
    assertThat(program.out()).startsWith("supervisor ").contains("Java ");
    assertThat(program.run("status", "--version")).isZero();
  }

  @Test
  void coloursOnATerminalUnlessToldOtherwise() {
    program.terminal = true;
    program.run("--help");
    assertThat(program.out()).contains("\u001b[");

    program.environment.put("NO_COLOR", "1");
    program.run("status", "--help");
    assertThat(program.out()).doesNotContain("\u001b[");

    program.run("status", "--help", "--color=always");
    assertThat(program.out()).contains("\u001b[");

    program.environment.clear();
    program.run("status", "--help", "--color=never");
    assertThat(program.out()).doesNotContain("\u001b[");

    program.terminal = false;
    program.run("status", "--help");
    assertThat(program.out()).doesNotContain("\u001b[");
  }

  @Test
  void printsAConfigurationThatReadsBackTheSame() throws Exception {
    program.run("config", "--host", "::1", "--jvm-opt=-Da=it's $1 #x", "--jvm-opt", "-ea");
    Path file = folder.resolve("printed.yaml");
    Files.writeString(file, program.out(), StandardCharsets.UTF_8);

    program.run("--config", file.toString());

    SupervisorConfig config = program.started.get(0).config();
    assertThat(config.host()).isEqualTo("::1");
    assertThat(config.jvmOptions()).isEqualTo(List.of("-Da=it's $1 #x", "-ea"));
  }

  @Test
  void explainsWhereEachValueComesFrom() throws Exception {
    Path file = Files.writeString(folder.resolve("s.yaml"), "\nbacklog: 7\n");
    program.environment.put("SUPERVISOR_HOST", "::1");

    program.run("config", "--explain", "--port", "1", "--config", file.toString());

    assertThat(program.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "port: 1 # --port",
            "host: '::1' # SUPERVISOR_HOST",
            "backlog: 7 # " + file + ":2",
            "workers: auto # default");
  }

  @Test
  void printsTheConfigurationAsJson() {
    program.run("config", "--json", "--port", "1");

    JsonObject settings = new JsonObject(program.out()).getJsonObject("settings");
    assertThat(settings.size()).isEqualTo(ConfigKeys.ALL.size());
    assertThat(settings.getJsonObject("port").getString("value")).isEqualTo("1");
    assertThat(settings.getJsonObject("port").getString("origin")).isEqualTo("--port");
    assertThat(settings.getJsonObject("jvm-opt").getJsonArray("value")).isEmpty();
  }

  @Test
  void refusesTheLiveTableWithoutATerminalAndSaysWhatToUse() {
    program.terminal = false;

    assertThat(program.run("top")).isEqualTo(ExitCode.USAGE);

    assertThat(program.err())
        .isEqualTo("supervisor: top needs a terminal; without one use: supervisor status\n");
    assertThat(program.portsAsked).isEmpty();
  }
}
