package org.jvmcluster.supervisor.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvmcluster.runtime.protocol.Acceptance;

class ConfigLoaderTest {
  @TempDir Path folder;

  private final Map<String, List<String>> options = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();

  @Test
  void givesTheDefaultsWhereNothingIsSaid() throws Exception {
    SupervisorConfig config = load().settings().config();

    assertThat(config.workers()).isEqualTo(WorkerCount.AUTO);
    assertThat(config.port()).isEqualTo(3100);
    assertThat(config.host()).isEqualTo("127.0.0.1");
    assertThat(config.listen()).isEqualTo(ListenMode.REUSEPORT);
    assertThat(config.accept()).isEqualTo(Acceptance.IDLE);
    assertThat(config.backlog()).isEqualTo(4096);
    assertThat(config.eventLoops()).isEqualTo(1);
    assertThat(config.readyTimeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.drainTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.backoff().first()).isZero();
    assertThat(config.backoff().base()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.backoff().cap()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.maxInFlight()).isEqualTo(64);
    assertThat(config.jvmOptions()).isEmpty();
    assertThat(config.adminPort()).isEmpty();
    assertThat(config.faults()).isFalse();
    assertThat(config.mode()).isEqualTo(ServiceMode.PROCESSES);
    assertThat(config.poolSize()).isEqualTo(4);
    assertThat(config.poolQueue()).isEqualTo(1000);
    assertThat(config.poolSplit()).isFalse();
    assertThat(config.hangTimeout()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.shed()).isTrue();
    assertThat(config.shedAfter()).isEqualTo(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @CsvSource({"0s, 0", "2s, 2", "60s, 60", "1h, 3600"})
  void takesAHangTimeoutOfZeroOrOfTwoReportsAndMore(String word, long seconds) throws Exception {
    options.put("hang-timeout", List.of(word));

    assertThat(load().settings().config().hangTimeout()).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"1999ms", "3601s", "10"})
  void refusesAHangTimeoutThatOneLateReportWouldExceed(String word) {
    options.put("hang-timeout", List.of(word));

    ConfigException refused = catchThrowableOfType(ConfigException.class, this::load);

    assertThat(refused).hasMessageContaining("--hang-timeout").hasMessageContaining("0s for never");
  }

  @Test
  void countsWorkersAsTheModeDoes() throws Exception {
    options.put("workers", List.of("3"));
    SupervisorConfig processes = load().settings().config();
    options.put("mode", List.of("threads"));
    SupervisorConfig threads = load().settings().config();
    options.remove("workers");
    SupervisorConfig autoThreads = load().settings().config();
    options.put("mode", List.of("single"));
    SupervisorConfig one = load().settings().config();

    assertThat(processes.processes(8)).isEqualTo(3);
    assertThat(processes.computeThreads(8)).isZero();
    assertThat(threads.processes(8)).isEqualTo(1);
    assertThat(threads.fixedProcesses()).hasValue(1);
    assertThat(threads.computeThreads(8)).isEqualTo(3);
    assertThat(autoThreads.computeThreads(8)).isEqualTo(7);
    assertThat(autoThreads.computeThreads(1)).isEqualTo(1);
    assertThat(one.processes(8)).isEqualTo(1);
    assertThat(one.computeThreads(8)).isZero();
  }

  @Test
  void refusesASecondWorkerAndASecondLoopWhereTheModeHasOne() throws Exception {
    options.put("mode", List.of("single"));
    options.put("workers", List.of("1"));
    assertThat(load().settings().config().workers().fixed()).hasValue(1);
    options.put("workers", List.of("2"));

    ConfigException workers = catchThrowableOfType(ConfigException.class, this::load);
    options.put("mode", List.of("threads"));
    environment.put("SUPERVISOR_EVENT_LOOPS", "2");
    ConfigException loops = catchThrowableOfType(ConfigException.class, this::load);

    assertThat(workers)
        .hasMessage(
            "--workers: mode single has 1 worker, not 2; leave workers out, or take mode processes or"
                + " threads");
    assertThat(workers.isUsageError()).isTrue();
    assertThat(loops).hasMessageStartingWith("--mode: mode threads has 1 event loop, not 2");
  }

  @Test
  void refusesToSplitAPoolOfOneThread() throws Exception {
    options.put("pool-split", List.of("on"));
    options.put("pool-size", List.of("2"));
    assertThat(load().settings().config().poolSplit()).isTrue();
    options.put("pool-size", List.of("1"));

    ConfigException problem = catchThrowableOfType(ConfigException.class, this::load);

    assertThat(problem)
        .hasMessage(
            "--pool-size: a pool of one thread cannot be split; take a pool-size of 2 or more, or"
                + " pool-split off");
  }

  @Test
  void takesTheStrongestSourceOfEachKeyAndRemembersIt() throws Exception {
    Path file = write("own.yaml", "port: 3\nhost: ::1\nbacklog: 3\n");
    Path system = write("system.yaml", "port: 4\nhost: ::2\nbacklog: 4\nworkers: 4\n");
    environment.put("SUPERVISOR_PORT", "2");
    environment.put("SUPERVISOR_HOST", "::3");
    options.put("port", List.of("1"));

    Settings settings = load(Optional.of(file), system).settings();

    assertThat(settings.of(ConfigKeys.PORT).value()).isEqualTo(1);
    assertThat(settings.of(ConfigKeys.PORT).origin().text()).isEqualTo("--port");
    assertThat(settings.of(ConfigKeys.HOST).value()).isEqualTo("::3");
    assertThat(settings.of(ConfigKeys.HOST).origin().text()).isEqualTo("SUPERVISOR_HOST");
    assertThat(settings.of(ConfigKeys.BACKLOG).value()).isEqualTo(3);
    assertThat(settings.of(ConfigKeys.BACKLOG).origin().text()).isEqualTo(file + ":3");
    assertThat(settings.of(ConfigKeys.WORKERS).value().fixed()).hasValue(4);
    assertThat(settings.of(ConfigKeys.WORKERS).origin().text()).isEqualTo(system + ":4");
    assertThat(settings.of(ConfigKeys.FAULTS).origin()).isEqualTo(Origin.DEFAULT);
  }

  @Test
  void findsTheFileThatAVariableNamesUnlessTheOptionNamesAnother() throws Exception {
    Path file = write("own.yaml", "port: 3");
    Path other = write("other.yaml", "port: 4");
    environment.put("SUPERVISOR_CONFIG", file.toString());

    assertThat(load().settings().config().port()).isEqualTo(3);
    assertThat(load(Optional.of(other), folder.resolve("none")).settings().config().port())
        .isEqualTo(4);
  }

  @Test
  void readsListsFromEachSource() throws Exception {
    Path file = write("own.yaml", "jvm-opt:\n  - -Xmx1g\n  - \"-Dgreeting=grüß dich $HOME\"\n");
    Optional<Path> given = Optional.of(file);
    Path none = folder.resolve("none");

    assertThat(load(given, none).settings().config().jvmOptions())
        .containsExactly("-Xmx1g", "-Dgreeting=grüß dich $HOME");

    environment.put("SUPERVISOR_JVM_OPT", "  -ea '-Da=b c' -Db=\"it's $1\"  ");
    assertThat(load(given, none).settings().config().jvmOptions())
        .containsExactly("-ea", "-Da=b c", "-Db=it's $1");

    options.put("jvm-opt", List.of("-Xss1m", "-Dx=y z"));
    assertThat(load(given, none).settings().config().jvmOptions())
        .containsExactly("-Xss1m", "-Dx=y z");
  }

  @Test
  void readsWordsAsTheyAreWritten() throws Exception {
    Path file = write("own.yaml", "faults: on\nadmin-port: 9100\nworkers: '3'\nhost: '[::1]'\n");

    SupervisorConfig config = load(Optional.of(file), folder.resolve("none")).settings().config();

    assertThat(config.faults()).isTrue();
    assertThat(config.adminPort()).isEqualTo(OptionalInt.of(9100));
    assertThat(config.workers().resolve(8)).isEqualTo(3);
    assertThat(config.host()).isEqualTo("::1");
  }

  @Test
  void takesAnEmptyVariableForUnset() throws Exception {
    environment.put("SUPERVISOR_PORT", "");
    environment.put("SUPERVISOR_CONFIG", "");

    assertThat(load().settings().of(ConfigKeys.PORT).origin()).isEqualTo(Origin.DEFAULT);
  }

  @Test
  void warnsOfAnUnknownVariableAndGoesOn() throws Exception {
    environment.put("SUPERVISOR_PRT", "1");
    environment.put("SUPERVISOR_ENABLED", "1");
    environment.put("SUPERVISOR_LOG_LEVEL", "debug");
    environment.put("HOME", "/");

    assertThat(load().warnings())
        .containsExactly(
            "SUPERVISOR_ENABLED in the environment is no setting and is ignored",
            "SUPERVISOR_PRT in the environment is no setting and is ignored;"
                + " did you mean SUPERVISOR_PORT?");
  }

  @Test
  void namesFileLineKeyAndNearestNameOfAnUnknownKey() throws Exception {
    Path file = write("own.yaml", "port: 1\n\n# a comment\nworker: 3\n");

    assertThat(refusal(file).problems())
        .extracting(ConfigProblem::toString)
        .containsExactly(file + ":4: worker: there is no such key; did you mean workers?");
  }

  @Test
  void reportsEveryProblemOfEverySourceAtOnce() throws Exception {
    Path file = write("own.yaml", "port: 70000\nready-timeout: 30\n");
    environment.put("SUPERVISOR_LISTEN", "share");
    options.put("workers", List.of("0"));

    ConfigException refusal = refusal(file);

    assertThat(refusal.isUsageError()).isFalse();
    assertThat(refusal)
        .hasMessage(
            "--workers: 0 is outside 1..1024; allowed: 1..1024 or auto\n"
                + "SUPERVISOR_LISTEN: 'share' is none of reuseport, shared;"
                + " did you mean shared?; allowed: reuseport or shared\n"
                + file
                + ":1: port: 70000 is outside 0..65535; allowed: 0..65535\n"
                + file
                + ":2: ready-timeout: '30' has no unit: write 30ms, 30s or 30m;"
                + " allowed: 100ms..1h");
  }

  @Test
  void checksAValueAlsoWhereAStrongerSourceWins() throws Exception {
    Path file = write("own.yaml", "port: many\n");
    options.put("port", List.of("1"));

    assertThat(refusal(file)).hasMessageStartingWith(file + ":1: port: 'many'");
  }

  @Test
  void callsBadOptionsAloneAUsageError() {
    options.put("port", List.of("many"));

    ConfigException refusal = catchThrowableOfType(ConfigException.class, this::load);

    assertThat(refusal.isUsageError()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`port: 1\nhost: ::1\nport: 2`|3: port: given twice, first in line 1; remove one",
        "`host: 'open`|1: this is no YAML",
        "`just words`|1: expected lines of the form 'key: value'",
        "`port:`|1: port: expected a value",
        "`port: {a: b}`|1: port: expected a value",
        "`jvm-opt: [[-ea]]`|1: jvm-opt: expected a value",
        "`? [a]\n: b`|1: expected a key",
        "`port: [1, 2]`|1: port: takes one value, not a list of 2",
        "`host: !!java.net.URL ['http://x']`|1: this is no YAML: Global tag",
        "`host: !!javax.script.ScriptEngineManager x`|1: this is no YAML: Global tag",
        "`port: 1\n---\nport: 2`|2: this is no YAML",
        "`jvm-opt: [Xmx1g]`|1: jvm-opt: 'Xmx1g' is no JVM option",
        "`backoff: 1s`|1: backoff: '1s' is not of the form FIRST,BASE..CAP",
        "`backoff: 0s,0s..3s`|1: backoff: '0s,0s..3s' lacks 0 < BASE <= CAP",
        "`backoff: 0s,4s..3s`|1: backoff: '0s,4s..3s' lacks 0 < BASE <= CAP",
        "`host: http://x`|1: host: 'http://x' is neither an address nor a host name",
        "`faults: maybe`|1: faults: 'maybe' is neither on nor off",
        "`admin-port: 0`|1: admin-port: 0 is outside 1..65535",
      })
  void refusesWhatIsNoFileOfKeysAndValues(String text, String problem) throws Exception {
    Path file = write("own.yaml", text);

    assertThat(refusal(file)).hasMessageStartingWith(file + ":" + problem);
  }

  @Test
  void refusesAFileThatIsNotThereNotTextOrTooLarge() throws Exception {
    Path binary = folder.resolve("binary.yaml");
    Files.write(binary, new byte[] {'h', 'o', 's', 't', ':', ' ', (byte) 0xc3, '('});
    Path large = write("large.yaml", "# " + "x".repeat(1 << 20));

    assertThat(refusal(folder.resolve("none.yaml"))).hasMessageContaining("NoSuchFile");
    assertThat(refusal(binary)).hasMessageContaining("not UTF-8");
    assertThat(refusal(large)).hasMessageContaining("larger than");
  }

  @Test
  void readsAnEmptyFileAsNothingSaid() throws Exception {
    Path file = write("own.yaml", "# nothing\n");

    assertThat(load(Optional.of(file), folder.resolve("none")).settings().config())
        .isEqualTo(load().settings().config());
  }

  @Test
  void appliesByRestartWhatWorkersDependOnAndKeepsWhatNeedsANewSupervisor() throws Exception {
    Path file = write("own.yaml", "port: 1\nevent-loops: 1\nbacklog: 5\n");
    Path none = folder.resolve("none");
    Settings before = load(Optional.of(file), none).settings();
    Files.writeString(file, "port: 2\nevent-loops: 2\nbacklog: 5\njvm-opt: [-ea]\n");

    Settings.Reload reload = before.reload(load(Optional.of(file), none).settings());

    assertThat(reload.appliedByRestart())
        .extracting(setting -> setting.key().name())
        .containsExactly("event-loops", "jvm-opt");
    assertThat(reload.needNewSupervisor())
        .extracting(setting -> setting.key() + "=" + setting.words())
        .containsExactly("port=[2]");
    assertThat(reload.settings().config().port()).isEqualTo(1);
    assertThat(reload.settings().config().eventLoops()).isEqualTo(2);
    assertThat(reload.settings().of(ConfigKeys.PORT).origin().text()).isEqualTo(file + ":1");
  }

  private ConfigLoader.Loaded load() throws ConfigException {
    return load(Optional.empty(), folder.resolve("none"));
  }

  private ConfigLoader.Loaded load(Optional<Path> file, Path system) throws ConfigException {
    return ConfigLoader.load(new ConfigSources(options, environment, file, system));
  }

  private ConfigException refusal(Path file) {
    return catchThrowableOfType(
        ConfigException.class, () -> load(Optional.of(file), folder.resolve("none")));
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text, StandardCharsets.UTF_8);
    return file;
  }
}
