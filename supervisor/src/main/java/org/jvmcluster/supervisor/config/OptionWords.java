package org.jvmcluster.supervisor.config;

import java.util.ArrayList;
import java.util.List;

/**
 * A list in one environment variable, in the manner of {@code JDK_JAVA_OPTIONS}: white space
 * separates, single or double quotes keep it inside a word. Nothing else is special, so a dollar
 * sign or a backslash stands for itself.
 */
final class OptionWords {
  private OptionWords() {}

  static List<String> split(String text) throws BadValueException {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
        inWord = true;
      } else if (Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
          inWord = false;
        }
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (quote != 0) {
      throw new BadValueException("the quote " + quote + " is never closed");
    }
    if (inWord) {
      words.add(word.toString());
    }
    return List.copyOf(words);
  }
}
