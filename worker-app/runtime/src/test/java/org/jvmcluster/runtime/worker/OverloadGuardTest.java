package org.jvmcluster.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.listen.Admission;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.time.FakeClock;

class OverloadGuardTest {
  private static final Duration SHED_AFTER = Duration.ofSeconds(1);
  private static final Strain NONE = new Strain(0, 0, 0, 0);
  private static final Strain LATE = new Strain(SHED_AFTER.toNanos(), 1, 1, 0);

  private final FakeClock clock = new FakeClock(7);
  private final List<Boolean> told = new ArrayList<>();
  private Strain strain = NONE;

  private OverloadGuard guard(Admission admission) {
    return new OverloadGuard(
        () -> {
          if (strain.lagNanos() < 0) {
            throw new IllegalStateException("broken");
          }
          return strain;
        },
        new OverloadRule(SHED_AFTER, 100),
        admission,
        new Told(told),
        clock);
  }

  private record Told(List<Boolean> told) implements Application {
    @Override
    public List<String> warmUpPaths() {
      return List.of();
    }

    @Override
    public List<String> probes() {
      return List.of("/health");
    }

    @Override
    public void overloaded(boolean now) {
      told.add(now);
    }

    @Override
    public List<String> readinessHolds() {
      return List.of();
    }

    @Override
    public List<Runnable> beginDrain() {
      return List.of();
    }
  }

  private static boolean refuses(Admission admission) {
    return admission.takeReadings().contains(Reading.Gauge.of(ReadingNames.SHED_ACTIVE, 1));
  }

  @Test
  void enforcesWhatTheRuleDecidesAndTellsOnlyChanges() {
    Admission admission = new Admission(Optional.of(SHED_AFTER));
    OverloadGuard guard = guard(admission);

    guard.look();
    assertThat(refuses(admission)).isFalse();
    strain = LATE;
    guard.look();
    guard.look();
    assertThat(refuses(admission)).isTrue();
    strain = NONE;
    clock.advance(OverloadRule.CALM);
    guard.look();

    assertThat(refuses(admission)).isFalse();
    assertThat(told).containsExactly(true, false);
  }

  @Test
  void refusesNothingWhenItsFiguresCannotBeRead() {
    Admission admission = new Admission(Optional.of(SHED_AFTER));
    OverloadGuard guard = guard(admission);
    strain = LATE;
    guard.look();

    strain = new Strain(-1, 0, 0, 0);
    guard.look();
    guard.look();

    assertThat(refuses(admission)).isFalse();
    assertThat(told).as("the application must not stay unready").containsExactly(true, false);
  }

  @Test
  void anAdmissionWithoutALimitRefusesNothingWhateverTheRule() {
    Admission admission = new Admission(Optional.empty());
    OverloadGuard guard = guard(admission);
    strain = LATE;
    guard.look();

    assertThat(refuses(admission)).isFalse();
  }
}
