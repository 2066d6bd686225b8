package org.jvmcluster.runtime.protocol;

/**
 * Keeps the characters that separate lines and atoms out of them. Every special character becomes a
 * backslash and a letter, so a reader can split first and unescape afterwards.
 */
final class Escaping {
  private Escaping() {}

  static String escape(String text) {
    if (isPlain(text)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> escaped.append("\\\\");
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** Undoes {@link #escape}. An escape it does not know stands for its letter. */
  static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        char letter = text.charAt(i);
        switch (letter) {
          case 'n' -> plain.append('\n');
          case 'r' -> plain.append('\r');
          case 't' -> plain.append('\t');
          default -> plain.append(letter);
        }
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' || c == '\n' || c == '\r' || c == '\t') {
        return false;
      }
    }
    return true;
  }
}
