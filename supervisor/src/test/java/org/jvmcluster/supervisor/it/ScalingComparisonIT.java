package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A comparison with real arms, and that nothing of it stays. */
class ScalingComparisonIT {
  private static final int INT = 2;
  private static final int BY_INT = 128 + INT;
  private static final int BY_TERM = 128 + 15;

  /** Half a minute where nothing else runs, several times that where much does. */
  private static final Duration WHOLE = Duration.ofMinutes(5);

  /** On the class path of a worker stands the runtime directory of its supervisor. */
  private static final Pattern RUNTIME_DIRECTORY =
      Pattern.compile("(/[^:\\x00]*/jvm-supervisor[^/:\\x00]*/\\d+)/");

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @TempDir Path folder;

  /** Stands on the command line of every process that the comparison starts, and of no other. */
  private final String mark = "compare-" + UUID.randomUUID();

  @Test
  void comparesModesAndWritesItsReports() throws Exception {
    Path page = folder.resolve("out.html");
    SupervisorProcess compare =
        supervisors.start(
            command(
                "--modes",
                "single,processes",
                "--repeat",
                "1",
                "--path",
                "/cpu?ms=5",
                "--requests",
                "10",
                "--fault-seconds",
                "3",
                "--sweep",
                "1,2",
                "--sweep-seconds",
                "1",
                "--report",
                page.toString()));

    assertThat(compare.exitCode(WHOLE)).as(String.join("\n", compare.output().tail())).isZero();

    assertNothingRuns();
    assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>");
    assertThat(Files.readString(folder.resolve("out.md"))).contains("processes 2, reuseport");
    JsonObject json = new JsonObject(Files.readString(folder.resolve("out.json")));
    assertThat(json.fieldNames())
        .contains("environment", "load", "arms", "sweep", "recommendation");
    assertThat(json.getJsonObject("environment").encode())
        .doesNotContain(folder.toString(), System.getProperty("user.name") + "@");
    List<JsonObject> arms = json.getJsonArray("arms").stream().map(JsonObject.class::cast).toList();
    assertThat(arms)
        .extracting(arm -> arm.getString("mode"))
        .containsExactly("single", "processes");
    for (JsonObject arm : arms) {
      assertThat(arm.getDouble("throughput")).as(arm.encode()).isPositive();
      // Five milliseconds of computing, and what a request costs besides.
      assertThat(arm.getDouble("cpuSecondsPerRequest")).as(arm.encode()).isBetween(0.005, 0.5);
      assertThat(arm.getLong("pssBytes")).as(arm.encode()).isGreaterThan(50L << 20);
      assertThat(arm.getValue("killFailures")).as(arm.encode()).isNotNull();
    }
    assertThat(arms.get(1).getLong("pssBytes")).isGreaterThan(arms.get(0).getLong("pssBytes"));
  }

  @Test
  void leavesNothingWhenItIsInterrupted() throws Exception {
    Path page = folder.resolve("out.html");
    SupervisorProcess compare =
        supervisors.start(
            command("--modes", "processes", "--repeat", "100", "--report", page.toString()));
    compare.awaitOutput("round 1 of 100");
    Set<Path> directories = directoriesOfItsArms();
    assertThat(directories).hasSize(1).allMatch(Files::exists);
    // Where INT is ignored, as in the background, it is for what is started there too.
    boolean deaf = MachineView.ignoresSignal(INT);

    compare.signal(deaf ? "TERM" : "INT");

    assertThat(compare.exitCode()).isEqualTo(deaf ? BY_TERM : BY_INT);
    assertNothingRuns();
    assertThat(directories).noneMatch(Files::exists);
    assertThat(folder).isEmptyDirectory();
    assertThat(compare.output().lines()).noneMatch(line -> line.contains("failed"));
  }

  private SupervisorCommand command(String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "compare",
                "--workers",
                "2",
                "--run-opt",
                "--jvm-opt=-D" + mark,
                "--run-opt",
                "--jvm-opt=-XX:TieredStopAtLevel=1",
                "--run-opt",
                "--ready-timeout=2m",
                "--run-opt",
                "--shed=off"));
    words.addAll(List.of(options));
    return SupervisorCommand.of(words.toArray(String[]::new));
  }

  /** The comparison itself has ended; these would be its arms. */
  private void assertNothingRuns() {
    assertThat(MachineView.running(mark)).isEmpty();
  }

  private Set<Path> directoriesOfItsArms() {
    Set<Path> found = new TreeSet<>();
    for (ProcessHandle process : MachineView.running(mark)) {
      Matcher matcher = RUNTIME_DIRECTORY.matcher(MachineView.commandLine(process.pid()));
      if (matcher.find()) {
        found.add(Path.of(matcher.group(1)));
      }
    }
    return found;
  }
}
