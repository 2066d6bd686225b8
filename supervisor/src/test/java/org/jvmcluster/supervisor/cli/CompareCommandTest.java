package org.jvmcluster.supervisor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvmcluster.supervisor.compare.ArmSpec;
import org.jvmcluster.supervisor.compare.ComparisonPlan;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.config.ListenMode;
import picocli.CommandLine;

class CompareCommandTest {
  private static final int USAGE = 2;
  private static final int BAD_CONFIGURATION = 78;

  @TempDir private Path folder;

  private final ProgramRun program = new ProgramRun();

  @Test
  void comparesTheThreeModesWithABurstUnlessToldOtherwise() throws Exception {
    ComparisonPlan plan = plan("--workers", "3");

    assertThat(names(plan)).containsExactly("single", "threads 3", "processes 3, reuseport");
    assertThat(plan.load().mix().shares()).isEqualTo(Map.of("/cpu?ms=100", 1.0));
    assertThat(plan.load().requests()).hasValue(20);
    assertThat(plan.load().concurrency()).isEqualTo(20);
    assertThat(plan.load().fresh()).isTrue();
    assertThat(plan.load().rate()).isEmpty();
    assertThat(plan.load().seconds()).isEmpty();
    assertThat(plan.rounds()).isEqualTo(5);
    assertThat(plan.isolation().orElseThrow())
        .isEqualTo(new ComparisonPlan.IsolationPlan("/fast", "/report", false));
    assertThat(plan.faults().orElseThrow())
        .isEqualTo(new ComparisonPlan.FaultPlan("/fast", 100, 6));
    assertThat(plan.sweep()).isEmpty();
    assertThat(plan.command()).containsExactly("supervisor", "compare", "--workers", "3");
  }

  @Test
  void makesAnArmForEachWayToListenAndOneOfNode() throws Exception {
    ComparisonPlan plan =
        plan(
            "--workers",
            "2",
            "--modes",
            "processes",
            "--listen",
            "reuseport,shared",
            "--with-node",
            "--run-opt",
            "--shed=off");

    assertThat(names(plan))
        .containsExactly("processes 2, reuseport", "processes 2, shared", "node cluster 2");
    assertThat(((ArmSpec.Own) plan.arms().get(1)).runOptions()).containsExactly("--shed=off");
    assertThat(plan.arms().get(2).arm().kind()).isEqualTo(ArmKind.NODE);
  }

  @Test
  void comparesServicesAloneUnlessModesAreGiven() throws Exception {
    assertThat(names(plan("--url", "http://127.0.0.1:3000", "--url", "b=http://127.0.0.1:3001")))
        .containsExactly("127.0.0.1:3000", "b");
    assertThat(names(plan("--url", "a=http://127.0.0.1:3000", "--modes", "single")))
        .containsExactly("single", "a");
  }

  @Test
  void takesAnOpenLoopAClosedOneAndAMix() throws Exception {
    ComparisonPlan open = plan("--rate", "50", "--seconds", "3", "--mix", "/fast=9,/cpu?ms=5=1");
    assertThat(open.load().rate()).hasValue(50);
    assertThat(open.load().seconds()).hasValue(3);
    assertThat(open.load().fresh()).isFalse();
    assertThat(open.load().mix().shares()).containsOnlyKeys("/fast", "/cpu?ms=5");

    ComparisonPlan closed = plan("--concurrency", "8", "--fresh");
    assertThat(closed.load().concurrency()).isEqualTo(8);
    assertThat(closed.load().seconds()).hasValue(5);
    assertThat(closed.load().fresh()).isTrue();
  }

  @Test
  void sweepsOverARangeOrAList() throws Exception {
    assertThat(plan("--sweep", "1..4").sweep().orElseThrow().workers()).containsExactly(1, 2, 3, 4);
    ComparisonPlan.SweepPlan sweep =
        plan("--sweep", "4,1,2", "--modes", "none", "--listen", "shared").sweep().orElseThrow();
    assertThat(sweep.workers()).containsExactly(1, 2, 4);
    assertThat(sweep.path()).isEqualTo("/block?ms=20");
    assertThat(sweep.concurrency()).isEqualTo(16);
    assertThat(sweep.listen()).isEqualTo(ListenMode.SHARED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--path /a --mix /b=1 | --path and --mix exclude each other",
        "--requests 5 --rate 3 | --requests and --rate exclude each other",
        "--requests 5 --concurrency 3 | --requests and --concurrency exclude each other",
        "--requests 5 --seconds 3 | --requests and --seconds exclude each other",
        "--seconds 3 | --seconds is for --rate or --concurrency; give one of them",
        "--requests 0 | --requests lies in 1..10000, not 0",
        "--rate 0 | --rate is a number above 0",
        "--workers 0 | --workers lies in 1..64, not 0",
        "--repeat 0 | --repeat lies in 1..100, not 0",
        "--path cpu | --path takes the path of a URL from the slash on, such as /cpu?ms=100",
        "--modes none | there is nothing to compare: leave --modes none out, or give --url",
        "--modes none,single | --modes none stands alone",
        "--modes none --sweep-path /a | --sweep-path is for --sweep; give that",
        "--sweep 0..3 | --sweep takes numbers of workers in 1..64, such as 1..8 or 1,2,4",
        "--sweep x | --sweep takes numbers of workers",
        "--sweep 4..2 | --sweep takes numbers of workers",
        "--url ftp://a | is no http URL: write http://HOST:PORT/PATH",
        "--url http://127.0.0.1:1/a | leave '/a' out, and give it with --path",
        "--url http://127.0.0.1:1 --url http://127.0.0.1:1 | two arms are called '127.0.0.1:1'",
        "--url http://127.0.0.1:1 --run-opt --shed=off | --run-opt is for arms of this program",
        "--no-isolation --heavy /a | --no-isolation and --heavy exclude each other",
        "--no-faults --fault-rate 5 | --no-faults and --fault-rate exclude each other",
        "--fault-seconds 1 | --fault-seconds lies in 3..600, not 1",
        "--goal fast | Invalid value for option '--goal'",
        "--report out.pdf | --report takes a name that ends in .html",
      })
  void refusesWhatMakesNoSenseAndSaysTheMend(String options, String message) {
    int code = program.run(("compare " + options).split(" "));

    assertThat(program.err()).contains(message);
    assertThat(code).isEqualTo(USAGE);
  }

  @Test
  void refusesAReportThatCannotBeWrittenBeforeAnythingIsStarted() throws Exception {
    Path nowhere = folder.resolve("none").resolve("out.html");
    assertThat(program.run("compare", "--report", nowhere.toString())).isEqualTo(USAGE);
    assertThat(program.err())
        .contains("--report " + nowhere + " cannot be written: its folder does not exist");

    // The page itself could be written, what stands beside it not.
    Files.createDirectory(folder.resolve("out.json"));
    Path page = folder.resolve("out.html");
    assertThat(program.run("compare", "--report", page.toString())).isEqualTo(USAGE);
    assertThat(program.err()).contains("cannot be written");
    assertThat(page).doesNotExist();
    assertThat(folder.resolve("out.md")).doesNotExist();
  }

  @Test
  void namesTheLineOfAFileOfArmsThatIsWrong() throws Exception {
    Path file = Files.writeString(folder.resolve("arms.yaml"), "- name: a\n  comand: [x]\n");

    int code = program.run("compare", "--arms", file.toString());

    assertThat(program.err()).contains(file + ":2: comand: unknown key; did you mean command?");
    assertThat(code).isEqualTo(BAD_CONFIGURATION);
  }

  private static List<String> names(ComparisonPlan plan) {
    return plan.arms().stream().map(arm -> arm.arm().name()).toList();
  }

  private static ComparisonPlan plan(String... options) throws Exception {
    CompareCommand command = new CompareCommand(surroundings());
    new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(options);
    return new CompareChoice(command).plan();
  }

  private static Surroundings surroundings() {
    PrintStream stream = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new Surroundings(
        Map.of(),
        stream,
        stream,
        false,
        false,
        Path.of("/nonexistent"),
        port -> Optional.empty(),
        (sources, settings) -> ExitCode.FAILED);
  }
}
