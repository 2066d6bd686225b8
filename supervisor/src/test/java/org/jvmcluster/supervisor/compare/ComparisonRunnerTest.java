package org.jvmcluster.supervisor.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.compare.ComparisonPlan.FaultPlan;
import org.jvmcluster.supervisor.compare.ComparisonPlan.IsolationPlan;
import org.jvmcluster.supervisor.compare.result.ArmRecord;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.Isolation;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.load.LoadMix;

class ComparisonRunnerTest {
  private static final int REQUESTS = 6;

  private final List<String> progress = new CopyOnWriteArrayList<>();
  private TinyService service;

  @BeforeEach
  void setUp() throws Exception {
    service = new TinyService(0);
  }

  @AfterEach
  void tearDown() {
    service.close();
  }

  @Test
  void loadsEachServiceOnceARound() throws Exception {
    Comparison comparison =
        run(plan("/light", Duration.ofMinutes(2), service.arm("a"), service.arm("b")));

    assertThat(comparison.arms()).extracting(arm -> arm.arm().name()).containsExactly("a", "b");
    for (ArmRecord arm : comparison.arms()) {
      assertThat(arm.runs()).extracting(Run::round).containsExactly(1, 2);
      assertThat(arm.runs()).allMatch(run -> run.load().requests() == REQUESTS);
      assertThat(arm.runs()).allMatch(run -> run.load().failed() == 0);
      assertThat(arm.runs()).allMatch(run -> run.cpu().isEmpty());
      assertThat(arm.memory()).isEmpty();
      assertThat(arm.kill()).isEmpty();
      assertThat(arm.restart()).isEmpty();
      assertThat(arm.start()).isEmpty();
      assertThat(arm.arm().note()).hasValueSatisfying(it -> assertThat(it).contains("not known"));
    }
    assertThat(comparison.load().shares()).isEqualTo(Map.of("/light", 1.0));
    assertThat(comparison.load().rounds()).isEqualTo(2);
    assertThat(progress)
        .containsSubsequence("starting 2 arms", "warming up", "round 1 of 2", "round 2 of 2");
  }

  @Test
  void asksForHeavyRequestsAtOnceAndALightOneBehindThem() throws Exception {
    ArmRecord arm = run(plan("/light", Duration.ofMinutes(2), service.arm("a"))).arms().get(0);

    Isolation isolation = arm.isolation().orElseThrow();
    assertThat(isolation.rounds()).hasSize(2);
    assertThat(isolation.rounds()).allMatch(round -> round.heavy().size() == 5);
    assertThat(isolation.rounds()).allMatch(round -> round.beside().count() == 1);
    assertThat(isolation.rounds()).allMatch(round -> round.idle().count() == 10);
    assertThat(isolation.rounds()).allMatch(round -> round.failed() == 0);
    List<String> asked = service.asked();
    int lastHeavy = asked.lastIndexOf("/heavy");
    // A round that is not measured, and two that are; the light one may overtake a heavy one.
    assertThat(asked.subList(0, asked.size())).filteredOn("/heavy"::equals).hasSize(15);
    assertThat(asked.subList(lastHeavy, asked.size()).size()).isLessThanOrEqualTo(6);
  }

  @Test
  void leavesOutAnArmThatGivesNoGoodAnswerAndGoesOnWithTheOthers() throws Exception {
    ArmSpec.Command dead = command("dead", Duration.ofSeconds(20), Optional.empty(), List.of());

    Comparison comparison = run(plan("/light", Duration.ofMinutes(2), dead, service.arm("good")));

    assertThat(comparison.arms().get(0).runs()).isEmpty();
    assertThat(comparison.arms().get(0).arm().note().orElseThrow())
        .contains("failed to start: its command ended before it answered");
    assertThat(progress).contains("  dead wrote: no port, no service");
    assertThat(comparison.arms().get(1).runs()).hasSize(2);
  }

  @Test
  void endsWhenNoArmIsLeft() {
    assertThatThrownBy(() -> run(plan("/none", Duration.ofMinutes(2), service.arm("a"))))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining("no arm is left");

    assertThat(progress)
        .anyMatch(line -> line.startsWith("a failed to warm up: it gave no good answer"));
  }

  @Test
  void measuresAndEndsWhatACommandHasStarted() throws Exception {
    ArmSpec.Command command =
        command("mine", Duration.ofSeconds(60), Optional.of("/light"), List.of("{port}"));

    ArmRecord arm = run(plan("/light", Duration.ofMinutes(3), command)).arms().get(0);

    assertThat(arm.runs()).hasSize(2);
    assertThat(arm.runs()).allMatch(run -> run.cpu().isPresent());
    assertThat(arm.start()).hasValueSatisfying(it -> assertThat(it).isPositive());
    assertThat(arm.memory().orElseThrow().processes()).isEqualTo(1);
    assertThat(arm.memory().orElseThrow().rssBytes()).isGreaterThan(1 << 20);
    assertThat(services()).isEmpty();
  }

  /** Programs of this test; other tests of this JVM may have others. */
  private static List<ProcessHandle> services() {
    return ProcessHandle.current()
        .children()
        .filter(
            child ->
                child.info().arguments().stream()
                    .flatMap(Arrays::stream)
                    .anyMatch(TinyService.class.getName()::equals))
        .toList();
  }

  @Test
  void endsWhenTimeIsOut() {
    assertThatThrownBy(() -> run(plan("/light", Duration.ofMillis(100), service.arm("a"))))
        .isInstanceOf(ComparisonException.class)
        .hasMessageContaining("did not end within 100ms")
        .hasMessageContaining("--timeout");

    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  private Comparison run(ComparisonPlan plan) throws ComparisonException, InterruptedException {
    return new ComparisonRunner(plan, progress::add).run();
  }

  /** Java itself, with the program that is in this package. */
  private static ArmSpec.Command command(
      String name, Duration startTimeout, Optional<String> ready, List<String> arguments) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                TinyService.class.getName()));
    words.addAll(arguments);
    return new ArmSpec.Command(
        name, words, ready, startTimeout, OptionalInt.empty(), Map.of("TINY", "on {port}"));
  }

  private static ComparisonPlan plan(String path, Duration limit, ArmSpec... arms) {
    LoadShape load =
        new LoadShape(
            LoadMix.of(path),
            OptionalLong.of(REQUESTS),
            OptionalDouble.empty(),
            REQUESTS,
            OptionalInt.empty(),
            true,
            Duration.ofSeconds(30));
    return new ComparisonPlan(
        List.of(arms),
        load,
        2,
        Optional.of(new IsolationPlan("/light", "/heavy", true)),
        Optional.of(new FaultPlan("/light", 50, 3)),
        Optional.empty(),
        limit,
        "test",
        List.of("supervisor", "compare"));
  }
}
