package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmallValuesTest {
  private static final RestartBackoff DEFAULT =
      new RestartBackoff(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(30));

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "3, 2", "4, 4", "5, 8", "6, 16", "7, 30", "8, 30", "100000, 30"})
  void backsOffTwiceAsLongEveryTimeUpToTheCap(int deaths, long seconds) {
    assertThat(DEFAULT.delay(deaths, 0.5)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void variesADelayByAFifthToBothSides() {
    assertThat(DEFAULT.delay(2, 0.0).toMillis()).isEqualTo(800);
    assertThat(DEFAULT.delay(2, Math.nextDown(1.0)).toMillis()).isCloseTo(1200, within(1L));
  }

  @Test
  void variesAlsoAFirstDelayThatIsNotZero() {
    RestartBackoff slow =
        new RestartBackoff(Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(30));

    assertThat(slow.delay(1, 0.0)).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void countsDeathsFromOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> DEFAULT.delay(0, 0.5));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0 s",
    "49, 0.0 s",
    "400, 0.4 s",
    "4250, 4.2 s",
    "59999, 59.9 s",
    "60000, 1 min 0 s",
    "200000, 3 min 20 s",
    "3599999, 59 min 59 s",
    "3600000, 1 h 0 min",
    "12000000, 3 h 20 min",
    "86400000, 1 d 0 h",
    "183600000, 2 d 3 h"
  })
  void saysHowLongInTwoFigures(long millis, String text) {
    assertThat(DurationText.of(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Test
  void isDueExactlyAtTheEndAlsoAcrossTheWrapOfTheClock() {
    Moment begin = new Moment(Long.MAX_VALUE - 10, Instant.EPOCH);
    Due due = Due.after(begin, Duration.ofNanos(100));

    assertThat(due.hasCome(new Moment(begin.nanos() + 99, Instant.EPOCH))).isFalse();
    assertThat(due.hasCome(new Moment(begin.nanos() + 100, Instant.EPOCH))).isTrue();
    assertThat(due.left(begin)).isEqualTo(Duration.ofNanos(100));
    assertThat(due.left(new Moment(begin.nanos() + 500, Instant.EPOCH))).isZero();
    Optional<Due> before = Optional.of(new Due(begin.nanos() + 5));
    assertThat(Due.earlier(Optional.of(due), before)).isEqualTo(before);
    assertThat(Due.earlier(before, Optional.of(due))).isEqualTo(before);
    assertThat(Due.earlier(Optional.empty(), before)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 128, 138, 255})
  void takesAnOrdinaryExitValueForACode(int code) {
    assertThat(new ExitStatus(code).describe()).isEqualTo("code " + code);
  }

  @Test
  void namesTheSignalThatAnExitValueImplies() {
    assertThat(new ExitStatus(137).describe()).isEqualTo("SIGKILL (137)");
  }

  @Test
  void namesOccurrencesOnTheWireWithDashes() {
    assertThat(Occurrence.Kind.RESTART_BEGUN.wireName()).isEqualTo("restart-begun");
  }
}
