package org.jvmcluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.process.Finding.Severity;

class PreflightTest {
  @TempDir Path root;

  private FakeMachine machine;

  @BeforeEach
  void bootMachineThatHasEverything() {
    machine = new FakeMachine(root);
  }

  private List<Finding> examine() {
    return examine(Optional.empty());
  }

  private List<Finding> examine(Optional<String> transportProblem) {
    Preflight.Plan plan =
        new Preflight.Plan(3, 4096, OptionalLong.of(512L << 20), transportProblem);
    return new Preflight(root)
        .examine(plan).stream()
            // What the JVM of the test runs on is not the subject.
            .filter(finding -> !finding.what().startsWith("Java "))
            .filter(finding -> !finding.what().startsWith("the locale"))
            .toList();
  }

  @Test
  void findsNothingOnAMachineThatHasEverything() {
    assertThat(examine()).isEmpty();
  }

  @Test
  void findsAQueueTheKernelCutsShort() {
    machine.file("proc/sys/net/core/somaxconn", "128\n");

    assertThat(examine())
        .singleElement()
        .extracting(Finding::severity, Finding::mend)
        .containsExactly(Severity.WARNING, "sysctl -w net.core.somaxconn=4096");
  }

  @Test
  void findsTooFewDescriptors() {
    machine.file("proc/self/limits", "Max open files            1024       524288       files\n");

    assertThat(examine())
        .singleElement()
        .extracting(Finding::line)
        .asString()
        .contains("1024", "about 921 connections", "ulimit -n 65536");
  }

  @Test
  void findsTooLittleMemoryForAllHeaps() {
    machine.file("proc/meminfo", "MemTotal: 2097152 kB\n");

    assertThat(examine())
        .singleElement()
        .extracting(Finding::line)
        .asString()
        .contains("592 MiB each, 2368 MiB together", "a machine of 2048 MiB", "--workers");
  }

  @Test
  void findsSignalsThatAreIgnored() {
    machine.file("proc/self/status", "Cpus_allowed_list:\t0\nSigIgn:\t0000000000000003\n");

    assertThat(examine())
        .extracting(Finding::what)
        .containsExactly(
            "signal HUP was ignored when the supervisor was started",
            "signal INT was ignored when the supervisor was started");
  }

  @Test
  void putsWhatPreventsAStartFirst() {
    machine.file("proc/sys/net/core/somaxconn", "128\n");

    List<Finding> findings = examine(Optional.of("no library"));

    assertThat(findings)
        .extracting(Finding::severity)
        .containsExactly(Severity.ERROR, Severity.WARNING);
    assertThat(findings.get(0).line()).contains("no library");
  }

  @Test
  void findsALocaleThatCannotNameEveryFile() {
    assertThat(Preflight.encoding("ANSI_X3.4-1968").orElseThrow().mend())
        .contains("LC_ALL=C.UTF-8");
    assertThat(Preflight.encoding("UTF-8")).isEmpty();
  }

  @Test
  void findsAJavaNobodyTriedYet() {
    assertThat(Preflight.java(Runtime.Version.parse("26"))).isPresent();
    assertThat(Preflight.java(Runtime.Version.parse("25.0.3"))).isEmpty();
    assertThat(Preflight.java(Runtime.Version.parse("17.0.15"))).isEmpty();
  }

  @Test
  void readsThisMachineWithoutFailing() {
    Preflight.Plan plan = new Preflight.Plan(3, 4096, OptionalLong.empty(), Optional.empty());

    assertThat(new Preflight().examine(plan)).noneMatch(f -> f.severity() == Severity.ERROR);
  }
}
