package org.jvmcluster;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/**
 * The arrows of {@code docs/architecture.md}, and the house rules that a program can check. An
 * exception is listed here by name, with its reason.
 */
@AnalyzeClasses(
    packages = {"org.jvmcluster", "io.netty.channel.epoll"},
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.OnlyOurs.class})
final class ArchitectureTest {

  private static final String RUNTIME = "org.jvmcluster.runtime..";
  private static final String SUPERVISOR = "org.jvmcluster.supervisor..";
  private static final String WORKLOAD = "org.jvmcluster.workload..";

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("org.jvmcluster.(*).(*)..").namingSlices("$1.$2").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theRuntimeKnowsNeitherSupervisorNorWorkload =
      noClasses()
          .that()
          .resideInAPackage(RUNTIME)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(SUPERVISOR, WORKLOAD);

  @ArchTest
  static final ArchRule theSupervisorUsesOnlyProtocolAndTimeOfTheRuntime =
      noClasses()
          .that()
          .resideInAPackage(SUPERVISOR)
          .should()
          .dependOnClassesThat(
              resideInAPackage(RUNTIME)
                  .and(
                      not(
                          resideInAnyPackage(
                              "org.jvmcluster.runtime.protocol", "org.jvmcluster.runtime.time"))))
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage(WORKLOAD);

  @ArchTest
  static final ArchRule theWorkloadSeesTheRuntimeOnlyThroughItsApi =
      noClasses()
          .that()
          .resideInAPackage(WORKLOAD)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(RUNTIME, SUPERVISOR)
                  .and(not(resideInAPackage("org.jvmcluster.runtime.api"))));

  @ArchTest
  static final ArchRule workKnowsNotWhereItRuns =
      noClasses()
          .that()
          .resideInAPackage("org.jvmcluster.workload.work")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              RUNTIME, SUPERVISOR, "org.jvmcluster.workload", "io.vertx..", "io.netty..");

  @ArchTest
  static final ArchRule theProtocolNeedsOnlyTheJdkAndHdrHistogram =
      classes()
          .that()
          .resideInAPackage("org.jvmcluster.runtime.protocol")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "org.HdrHistogram..", "org.jspecify..", "org.jvmcluster.runtime.protocol");

  @ArchTest
  static final ArchRule theApiNeedsOnlyTheJdkVertxAndThePool =
      classes()
          .that()
          .resideInAPackage("org.jvmcluster.runtime.api")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify..",
              "io.vertx.core",
              "org.jvmcluster.runtime.api",
              "org.jvmcluster.runtime.pool");

  @ArchTest
  static final ArchRule theCoreOfThePoolNeedsOnlyTheJdk =
      classes()
          .that()
          .resideInAPackage("org.jvmcluster.runtime.pool")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", "org.jvmcluster.runtime.pool");

  @ArchTest
  static final ArchRule theLifeOfAWorkerNeedsNeitherVertxNorNetty =
      noClasses()
          .that()
          .resideInAPackage("org.jvmcluster.runtime.worker")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.vertx..", "io.netty..");

  @ArchTest
  static final ArchRule theFrontDoorKnowsNothingOfTheControlChannel =
      noClasses()
          .that()
          .resideInAnyPackage("org.jvmcluster.runtime.listen", "org.jvmcluster.runtime.loop")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.jvmcluster.runtime.worker", "org.jvmcluster.runtime.inject");

  @ArchTest
  static final ArchRule theFleetIsPure =
      classes()
          .that()
          .resideInAPackage("org.jvmcluster.supervisor.fleet")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "java.lang..",
                      "java.time..",
                      "java.util",
                      "java.util.function",
                      "java.util.stream",
                      "org.jspecify..",
                      "org.jvmcluster.runtime.protocol",
                      "org.jvmcluster.runtime.time",
                      "org.jvmcluster.supervisor.fleet")
                  .and(not(named("java.lang.Thread", "java.lang.Process"))));

  @ArchTest
  static final ArchRule decidingAsksNoClock =
      noClasses()
          .that()
          .resideInAPackage("org.jvmcluster.supervisor.fleet")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(java.time.Instant.class, "now");

  @ArchTest
  static final ArchRule theFiguresOfAComparisonArePure =
      classes()
          .that()
          .resideInAPackage("org.jvmcluster.supervisor.compare.figures")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "java.lang..",
                      "java.time..",
                      "java.util",
                      "java.util.function",
                      "java.util.stream",
                      "org.hipparchus.distribution..",
                      "org.jspecify..",
                      "org.jvmcluster.supervisor.compare.figures",
                      "org.jvmcluster.supervisor.compare.result",
                      "org.jvmcluster.supervisor.model")
                  .or(
                      named(
                          "org.jvmcluster.supervisor.load.LatencyDistribution",
                          "org.jvmcluster.supervisor.load.LoadResult",
                          "org.jvmcluster.supervisor.load.LoadResult$PathRow",
                          "org.jvmcluster.supervisor.load.LoadResult$WorkerRow",
                          "org.jvmcluster.supervisor.load.WorkerName"))
                  .and(not(named("java.lang.Thread", "java.lang.Process"))));

  @ArchTest
  static final ArchRule reportsOfAComparisonMeasureNothing =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.jvmcluster.supervisor.compare.figures",
              "org.jvmcluster.supervisor.compare.page",
              "org.jvmcluster.supervisor.compare.result")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.jvmcluster.supervisor",
              "org.jvmcluster.supervisor.compare",
              "org.jvmcluster.supervisor.control",
              "org.jvmcluster.supervisor.process")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(java.time.Instant.class, "now");

  @ArchTest
  static final ArchRule theModelIsPure =
      classes()
          .that()
          .resideInAPackage("org.jvmcluster.supervisor.model")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "java.lang..",
                      "java.time",
                      "java.util",
                      "java.util.function",
                      "java.util.random",
                      "java.util.regex",
                      "java.util.stream",
                      "org.HdrHistogram",
                      "org.hipparchus..",
                      "org.jspecify..",
                      "org.jvmcluster.supervisor.model")
                  .and(not(named("java.lang.Thread", "java.lang.Process")))
                  .or(named("org.jvmcluster.supervisor.load.LatencyDistribution")));

  @ArchTest
  static final ArchRule onlyTheCommandLineMakesComparisons =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "org.jvmcluster.supervisor.cli", "org.jvmcluster.supervisor.compare")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jvmcluster.supervisor.compare");

  @ArchTest
  static final ArchRule onlyTheCommandLineUsesIt =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.jvmcluster.supervisor.cli")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jvmcluster.supervisor.cli");

  @ArchTest
  static final ArchRule onlyTheWaitForListeningSocketsStandsInNettysPackage =
      classes()
          .that()
          .resideInAPackage("io.netty.channel.epoll")
          .should()
          .haveSimpleName("ListenPoll");

  @ArchTest
  static final ArchRule everyPackageIsNullMarked =
      classes()
          .that()
          .resideInAPackage("org.jvmcluster..")
          .and()
          .doNotHaveSimpleName("package-info")
          .should(beInANullMarkedPackage());

  @ArchTest
  static final ArchRule namesSayTheJob =
      noClasses()
          .that()
          .resideInAPackage("org.jvmcluster..")
          .should()
          .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl|Base|Data|Info)");

  private static DescribedPredicate<JavaClass> named(String... names) {
    return DescribedPredicate.describe(
        String.join(" or ", names), type -> java.util.List.of(names).contains(type.getName()));
  }

  private static ArchCondition<JavaClass> beInANullMarkedPackage() {
    return new ArchCondition<>("be in a package marked @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean marked =
            type.getPackage()
                .tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(NullMarked.class))
                .orElse(false);
        events.add(
            new SimpleConditionEvent(
                type, marked, type.getName() + " is in a package without @NullMarked"));
      }
    };
  }

  /** Netty's own classes in the package of our one exception are not ours to check. */
  static final class OnlyOurs implements ImportOption {
    private static final Pattern NETTY_JAR = Pattern.compile(".*/io/netty/(?!.*worker).*\\.jar.*");

    @Override
    public boolean includes(com.tngtech.archunit.core.importer.Location location) {
      return !location.matches(NETTY_JAR);
    }
  }
}
