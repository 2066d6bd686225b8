package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * An arm at its place.
 *
 * @param figure what it is ranked by, with its unit; a dash where it has none
 * @param toBest its figure over that of the best, within the rounds of both; empty without one
 * @param standing how it stands to the best
 * @param remark why it has no better place; empty for an ordinary one
 */
public record Ranked(
    ArmFigures arm,
    String figure,
    Optional<Measured> toBest,
    Standing standing,
    Optional<String> remark) {
  public Ranked {
    requireNonNull(arm, "arm");
    requireNonNull(figure, "figure");
    requireNonNull(toBest, "toBest");
    requireNonNull(standing, "standing");
    requireNonNull(remark, "remark");
  }

  /** How an arm stands to the best. */
  public enum Standing {
    /** First by its figure. */
    BEST("best"),
    /** No significant difference to the best. */
    TIED("no significant difference to the best"),
    /** Worse, and the repeats leave no doubt. */
    WORSE("worse"),
    /** Worse by its figure; a single round cannot tell whether by chance. */
    UNPROVEN("worse by one round alone"),
    /** Failed too many requests to be compared by anything else. */
    DISQUALIFIED("failed requests"),
    /** Has no such figure. */
    UNMEASURED("not measured");

    private final String words;

    Standing(String words) {
      this.words = words;
    }

    public String inWords() {
      return words;
    }
  }
}
