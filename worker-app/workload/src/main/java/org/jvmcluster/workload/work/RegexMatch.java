package org.jvmcluster.workload.work;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jvmcluster.workload.work.WorkFailedException.Fault;

/**
 * Looking for a pattern in a text, where both may come from a stranger.
 *
 * <p>The JDK's engine backtracks. Since JDK 9 it remembers failures of a loop (JDK-8140212), so
 * that {@code ^(a+)+$} is harmless, but not in a pattern with a back-reference: {@code ^(a+)+\1$}
 * takes four times as long for every two characters more.
 */
public final class RegexMatch {
  /** The last number of {@code {n}}, {@code {n,}} and {@code {n,m}}. */
  private static final Pattern REPETITION = Pattern.compile("\\{(?:\\d{1,9},)?(\\d{1,9}),?\\}");

  /** Some 10 MB for the length of the match. */
  private static final int MAX_INSTRUCTIONS = 200_000;

  private RegexMatch() {}

  /** What matches. */
  public enum Engine {
    /** {@code java.util.regex}, stopped after a minute. */
    JDK {
      @Override
      boolean find(String pattern, String input, Duration limit) throws WorkFailedException {
        return backtrack(pattern, input, BACKSTOP);
      }
    },

    /** RE2/J: time in proportion to the input, and no back-references. */
    RE2J {
      @Override
      boolean find(String pattern, String input, Duration limit) throws WorkFailedException {
        refuseHugePrograms(pattern);
        try {
          return com.google.re2j.Pattern.compile(pattern)
              .matcher(new DeadlineText(input, BACKSTOP, System::nanoTime))
              .find();
        } catch (com.google.re2j.PatternSyntaxException e) {
          throw new WorkFailedException(
              Fault.REQUEST,
              "re2j refuses the pattern: "
                  + e.getDescription()
                  + " (it has no back-references and no look-around, which cannot be matched in"
                  + " linear time); write it without, or give engine=deadline",
              e);
        } catch (DeadlineText.PassedException e) {
          throw tooSlow(BACKSTOP, "give a shorter pattern or input", e);
        }
      }
    },

    /** {@code java.util.regex} over a text that cannot be read after the limit. */
    DEADLINE {
      @Override
      boolean find(String pattern, String input, Duration limit) throws WorkFailedException {
        return backtrack(pattern, input, limit);
      }
    };

    abstract boolean find(String pattern, String input, Duration limit) throws WorkFailedException;
  }

  /** A minute: as long as any other work here may be asked to last. */
  private static final Duration BACKSTOP = Duration.ofMinutes(1);

  /**
   * Whether the pattern is found anywhere in the input.
   *
   * @param limit how long {@link Engine#DEADLINE} may take
   * @throws WorkFailedException when the engine refuses the pattern, takes too long, or has too
   *     little stack for it
   */
  public static boolean find(Engine engine, String pattern, String input, Duration limit)
      throws WorkFailedException {
    try {
      return engine.find(pattern, input, limit);
    } catch (StackOverflowError e) {
      // An alternative within a loop recurses once for every character.
      throw new WorkFailedException(
          Fault.CONTENT,
          "the pattern recurses too deeply on an input of "
              + input.length()
              + " characters; give engine=re2j",
          e);
    }
  }

  private static boolean backtrack(String pattern, String input, Duration limit)
      throws WorkFailedException {
    try {
      return Pattern.compile(pattern)
          .matcher(new DeadlineText(input, limit, System::nanoTime))
          .find();
    } catch (PatternSyntaxException e) {
      throw new WorkFailedException(
          Fault.REQUEST, "the pattern cannot be read: " + e.getDescription(), e);
    } catch (DeadlineText.PassedException e) {
      throw tooSlow(limit, "give engine=re2j", e);
    }
  }

  private static WorkFailedException tooSlow(
      Duration limit, String mend, DeadlineText.PassedException cause) {
    return new WorkFailedException(
        Fault.CONTENT,
        "stopped: the match was not done after " + limit.toMillis() + " ms; " + mend,
        cause);
  }

  /**
   * RE2/J writes a counted repetition out, so that {@code ((a{1000}){1000}){1000}} would need a
   * thousand million instructions. All repetitions are reckoned as nested, which is never too few.
   */
  private static void refuseHugePrograms(String pattern) throws WorkFailedException {
    long instructions = pattern.length();
    Matcher repetition = REPETITION.matcher(pattern);
    while (repetition.find()) {
      instructions *= Math.max(1, Long.parseLong(repetition.group(1)));
      if (instructions > MAX_INSTRUCTIONS) {
        throw new WorkFailedException(
            Fault.REQUEST,
            "re2j writes repetitions out, and these may come to more than "
                + MAX_INSTRUCTIONS
                + " instructions; give smaller counts");
      }
    }
  }
}
