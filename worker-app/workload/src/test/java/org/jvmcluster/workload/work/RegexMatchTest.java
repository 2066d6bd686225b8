package org.jvmcluster.workload.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvmcluster.workload.work.RegexMatch.Engine;
import org.jvmcluster.workload.work.WorkFailedException.Fault;

class RegexMatchTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** A back-reference switches off what makes the JDK's engine skip what it has tried. */
  private static final String TRAP = "^(a+)+\\1$";

  @ParameterizedTest
  @EnumSource
  void findsWhatIsThereAndOnlyThat(Engine engine) throws Exception {
    assertThat(RegexMatch.find(engine, "b+c", "abbbcd", LONG)).isTrue();
    assertThat(RegexMatch.find(engine, "^b+c", "abbbcd", LONG)).isFalse();
  }

  @Test
  void takesSeveralTimesAsLongForEveryTwoCharactersMoreInTheTrap() throws Exception {
    trapNanos(15);

    double growth = (double) trapNanos(21) / trapNanos(17);

    // Twice two characters: 4 x 4 by count of steps; what two characters cost is between 2 and 8.
    assertThat(growth).isBetween(4.0, 64.0);
  }

  @Test
  void stopsTheTrapAtItsDeadline() {
    long before = System.nanoTime();

    assertThatThrownBy(
            () -> RegexMatch.find(Engine.DEADLINE, TRAP, trapped(60), Duration.ofMillis(20)))
        .isInstanceOfSatisfying(
            WorkFailedException.class, e -> assertThat(e.fault()).isEqualTo(Fault.CONTENT))
        .hasMessageContaining("not done after 20 ms");
    // By itself it would take days.
    assertThat(System.nanoTime() - before).isLessThan(Duration.ofSeconds(10).toNanos());
  }

  @Test
  void refusesTheTrapInTheLinearEngineAndMatchesTheHarmlessFormOfItAtOnce() throws Exception {
    assertThatThrownBy(() -> RegexMatch.find(Engine.RE2J, TRAP, trapped(60), LONG))
        .isInstanceOfSatisfying(
            WorkFailedException.class, e -> assertThat(e.fault()).isEqualTo(Fault.REQUEST))
        .hasMessageContaining("no back-references");

    assertThat(RegexMatch.find(Engine.RE2J, "^(a+)+$", trapped(10_000), LONG)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void saysThatAPatternCannotBeRead(Engine engine) {
    assertThatThrownBy(() -> RegexMatch.find(engine, "(a", "a", LONG))
        .isInstanceOfSatisfying(
            WorkFailedException.class, e -> assertThat(e.fault()).isEqualTo(Fault.REQUEST))
        .hasMessageContaining("pattern");
  }

  @Test
  void survivesAPatternThatRecursesForEveryCharacter() {
    assertThatThrownBy(() -> RegexMatch.find(Engine.JDK, "(a|b)*c", "ab".repeat(50_000), LONG))
        .isInstanceOf(WorkFailedException.class)
        .hasMessageContaining("recurses too deeply on an input of 100000 characters");
  }

  @Test
  void refusesRepetitionsThatWouldFillTheMemory() throws Exception {
    assertThatThrownBy(() -> RegexMatch.find(Engine.RE2J, "((a{1000}){1000}){1000}", "a", LONG))
        .isInstanceOf(WorkFailedException.class)
        .hasMessageContaining("smaller counts");
    assertThat(RegexMatch.find(Engine.RE2J, "\\d{4}-\\d{2}-\\d{2}", "on 2024-02-29", LONG))
        .isTrue();
  }

  @Test
  void readsTheTextUntilTheLookThatFindsTheDeadlinePassed() {
    LongStream times = LongStream.of(0, 99, 100);
    var clock = times.iterator();
    DeadlineText text = new DeadlineText("a", Duration.ofNanos(100), clock::nextLong);

    for (int i = 1; i < 2 * DeadlineText.READS_PER_LOOK; i++) {
      assertThat(text.charAt(0)).isEqualTo('a');
    }
    assertThatThrownBy(() -> text.charAt(0)).isInstanceOf(DeadlineText.PassedException.class);
  }

  private static long trapNanos(int length) throws WorkFailedException {
    String input = trapped(length);
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long before = System.nanoTime();
      assertThat(RegexMatch.find(Engine.JDK, TRAP, input, LONG)).isFalse();
      best = Math.min(best, System.nanoTime() - before);
    }
    return best;
  }

  /** As many characters that lead the pattern on, and one that it cannot match. */
  private static String trapped(int length) {
    return "a".repeat(length - 1) + "!";
  }
}
