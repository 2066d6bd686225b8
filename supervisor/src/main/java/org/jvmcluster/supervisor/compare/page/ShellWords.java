package org.jvmcluster.supervisor.compare.page;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words of a command as a shell would have to be given them. */
final class ShellWords {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");

  private ShellWords() {}

  static String of(List<String> words) {
    return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
