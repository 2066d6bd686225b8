package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.Admission;
import org.jvmcluster.runtime.listen.StandardError;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * Watches the event loops from a thread that is none of them, and sets what they refuse: a check
 * that runs on the loop does not run when it is needed.
 */
final class OverloadGuard implements Runnable {
  /** Several looks within the shortest wait that is worth refusing for. */
  static final Duration LOOK = Duration.ofMillis(100);

  private final Supplier<Strain> strain;
  private final OverloadRule rule;
  private final Admission admission;
  private final Application application;
  private final NanoClock clock;
  private boolean overloaded;

  /** Whether the last look failed, which is said once and not ten times a second. */
  private boolean failing;

  /**
   * @param strain asked once a look
   * @param application told whether the worker is overloaded; asked for its probes at each look,
   *     since it may name them late
   */
  OverloadGuard(
      Supplier<Strain> strain,
      OverloadRule rule,
      Admission admission,
      Application application,
      NanoClock clock) {
    this.strain = requireNonNull(strain, "strain");
    this.rule = requireNonNull(rule, "rule");
    this.admission = requireNonNull(admission, "admission");
    this.application = requireNonNull(application, "application");
    this.clock = requireNonNull(clock, "clock");
  }

  @Override
  public void run() {
    try {
      while (true) {
        look();
        Thread.sleep(LOOK.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One look. */
  void look() {
    try {
      admission.exempt(application.probes());
      enforce(rule.decide(clock.nanos(), strain.get()));
      failing = false;
    } catch (RuntimeException e) {
      // A guard that has ended would leave its last rule in force for ever.
      enforce(null);
      if (!failing) {
        failing = true;
        StandardError.say("the overload guard failed, nothing is refused for now: " + e);
      }
    }
  }

  private void enforce(Admission.@Nullable Rule decided) {
    admission.enforce(decided);
    if (overloaded != (decided != null)) {
      overloaded = decided != null;
      application.overloaded(overloaded);
    }
  }
}
