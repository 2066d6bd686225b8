package org.jvmcluster.runtime.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerTest {
  private final Worker worker = new Worker();
  private final AtomicInteger readinessChanges = new AtomicInteger();

  @Test
  void isNobodyWithoutASupervisorAndTakesEverythingAllTheSame() {
    worker.warmUp("/a", "/b");
    worker.onDrain(() -> {});
    worker.holdReadiness("cache").close();

    assertThat(worker.identity()).isEmpty();
    assertThat(worker.isDraining()).isFalse();
  }

  @Test
  void knowsWhoItIsOnceTheRuntimeHasConnected() {
    connect();

    assertThat(worker.identity()).contains(new Identity(1, 2, 4711));
    assertThat(worker.identity().orElseThrow()).hasToString("1/2/4711");
  }

  @Test
  void connectsOnlyOnce() {
    connect();

    assertThatThrownBy(this::connect)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1/2/4711");
  }

  @Test
  void warmsUpTheRootUnlessToldOtherwise() {
    RuntimeSeam seam = connect();
    assertThat(seam.warmUpPaths()).containsExactly("/");

    worker.warmUp("/fast", "/cpu?ms=1");
    assertThat(seam.warmUpPaths()).containsExactly("/fast", "/cpu?ms=1");

    worker.warmUp();
    assertThat(seam.warmUpPaths()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fast", "http://host/", "/a b", "/a\r\nHost: x", "/\u007f"})
  void refusesWhatIsNoPath(String path) {
    assertThatThrownBy(() -> worker.warmUp("/ok", path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("slash");
    assertThat(connect().warmUpPaths()).containsExactly("/");
  }

  @Test
  void holdsReadinessUntilEveryHoldIsClosed() {
    ReadinessHold cache = worker.holdReadiness("cache");
    ReadinessHold database = worker.holdReadiness("database");
    RuntimeSeam seam = connect();
    assertThat(seam.readinessHolds()).containsExactly("cache", "database");

    cache.close();
    cache.close();
    assertThat(seam.readinessHolds()).containsExactly("database");
    assertThat(readinessChanges).hasValue(1);

    database.close();
    assertThat(seam.readinessHolds()).isEmpty();
    assertThat(readinessChanges).hasValue(2);
  }

  @Test
  void handsItsDrainHooksOverOnceInTheOrderTheyWereAdded() {
    List<String> ran = new ArrayList<>();
    worker.onDrain(() -> ran.add("first"));
    worker.onDrain(() -> ran.add("second"));
    RuntimeSeam seam = connect();
    assertThat(worker.isDraining()).isFalse();

    seam.beginDrain().forEach(Runnable::run);

    assertThat(worker.isDraining()).isTrue();
    assertThat(ran).containsExactly("first", "second");
    assertThat(seam.beginDrain()).isEmpty();
  }

  @Test
  void runsAHookAtOnceThatComesWhenTheDrainHasBegun() {
    List<String> ran = new ArrayList<>();
    connect().beginDrain();

    worker.onDrain(() -> ran.add("late"));

    assertThat(ran).containsExactly("late");
  }

  @Test
  void isOverloadedWhileTheRuntimeSaysSo() {
    RuntimeSeam seam = connect();
    assertThat(worker.isOverloaded()).isFalse();

    seam.overloaded(true);
    assertThat(worker.isOverloaded()).isTrue();

    seam.overloaded(false);
    assertThat(worker.isOverloaded()).isFalse();
  }

  private RuntimeSeam connect() {
    return RuntimeSeam.connect(worker, new Identity(1, 2, 4711), readinessChanges::incrementAndGet);
  }
}
