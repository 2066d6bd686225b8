package org.jvmcluster.supervisor.top;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Keys out of the characters that a terminal sends. The arrows are sequences that begin with the
 * character of the escape key: what follows it at once belongs to it.
 */
final class KeyDecoder {
  /** Nothing came in time. */
  static final int NOTHING = -2;

  /** Nothing will come any more. */
  static final int END = -1;

  private static final int ESCAPE = 27;
  private static final int CONTROL_C = 3;

  /**
   * Over a slow ssh connection the parts of a sequence arrive together, or a few milliseconds
   * apart; a person who waits for the answer to escape does not notice it.
   */
  private static final long SEQUENCE_MILLIS = 50;

  private final Characters characters;

  /** Where characters come from. */
  interface Characters {
    /**
     * The next one.
     *
     * @param millis how long to wait for it; 0 for ever
     * @return {@link #NOTHING}, {@link #END} or a character
     */
    int next(long millis) throws IOException;
  }

  KeyDecoder(Characters characters) {
    this.characters = characters;
  }

  /** Waits for a key; null at the end. */
  @Nullable Key next() throws IOException {
    int character = characters.next(0);
    return switch (character) {
      case END -> null;
      case 'q', 'Q' -> Key.QUIT;
      case CONTROL_C -> Key.INTERRUPT;
      case 'k' -> Key.UP;
      case 'j' -> Key.DOWN;
      case '\r', '\n' -> Key.OPEN;
      case 's' -> Key.SORT_NEXT;
      case 'S' -> Key.SORT_PREVIOUS;
      case 'w' -> Key.WINDOW;
      case ESCAPE -> sequence();
      default -> Key.OTHER;
    };
  }

  private Key sequence() throws IOException {
    int introducer = characters.next(SEQUENCE_MILLIS);
    if (introducer == NOTHING || introducer == END) {
      return Key.BACK;
    }
    if (introducer != '[' && introducer != 'O') {
      return Key.OTHER;
    }
    int last = characters.next(SEQUENCE_MILLIS);
    // Parameters of longer sequences, such as those of function keys, end with a letter or a tilde.
    while (last == ';' || (last >= '0' && last <= '9')) {
      last = characters.next(SEQUENCE_MILLIS);
    }
    return switch (last) {
      case 'A' -> Key.UP;
      case 'B' -> Key.DOWN;
      default -> Key.OTHER;
    };
  }
}
