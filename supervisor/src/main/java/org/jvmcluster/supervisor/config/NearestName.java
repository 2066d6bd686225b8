package org.jvmcluster.supervisor.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what a person probably meant to write. */
public final class NearestName {
  /** More edits than a third of the word is no slip of the fingers but another word. */
  private static final int WORD_LENGTH_PER_EDIT = 3;

  private NearestName() {}

  /**
   * The valid name with the fewest edits from what was written, where that is few enough to be a
   * slip: one edit for each {@value #WORD_LENGTH_PER_EDIT} letters, at least one.
   *
   * @param written any text
   * @param valid the names to choose from; of equally near ones the first in alphabetical order
   */
  public static Optional<String> of(String written, Collection<String> valid) {
    int allowed = Math.max(1, written.length() / WORD_LENGTH_PER_EDIT);
    return valid.stream()
        .filter(name -> distance(written, name) <= allowed)
        .min(
            Comparator.comparingInt((String name) -> distance(written, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  /**
   * Insertions, deletions, substitutions and swaps of neighbours from one word to the other
   * (optimal string alignment, the restricted Damerau-Levenshtein distance): {@code prot} to {@code
   * port} is one swap.
   */
  static int distance(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      edits[i][0] = i;
    }
    for (int j = 0; j <= to.length(); j++) {
      edits[0][j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      for (int j = 1; j <= to.length(); j++) {
        int substitution = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int fewest =
            Math.min(
                edits[i - 1][j - 1] + substitution,
                Math.min(edits[i - 1][j] + 1, edits[i][j - 1] + 1));
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        edits[i][j] = swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
      }
    }
    return edits[from.length()][to.length()];
  }
}
