package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What to choose for a goal.
 *
 * @param ranking best first; those that cannot be chosen last
 * @param recommended empty with {@link Verdict#NOTHING}
 * @param headline the verdict as one sentence
 * @param because the sentences with the figures that it rests on, failures first
 */
public record Decision(
    Goal goal,
    Verdict verdict,
    List<Ranked> ranking,
    Optional<ArmFigures> recommended,
    String headline,
    List<String> because) {
  public Decision {
    requireNonNull(goal, "goal");
    requireNonNull(verdict, "verdict");
    ranking = List.copyOf(ranking);
    requireNonNull(recommended, "recommended");
    requireNonNull(headline, "headline");
    because = List.copyOf(because);
  }

  /** How sure it is. */
  public enum Verdict {
    /** One arm is better than all others. */
    CLEAR,
    /** Some are equally good; the cheapest of them is recommended. */
    CHEAPEST_OF_EQUALS,
    /** All are equally good. */
    NO_DIFFERENCE,
    /** An order, but a single round, or intervals so wide that they do not tell arms apart. */
    UNPROVEN,
    /** No arm has the figure, or there is only one, or all failed. */
    NOTHING
  }
}
