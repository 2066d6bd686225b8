package org.jvmcluster.supervisor.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyDecoderTest {
  private static final String ESCAPE = "\u001b";

  /** A pause is a point in the text at which nothing comes for a while. */
  private static final char PAUSE = '_';

  private static List<Key> keys(String typed) throws IOException {
    Deque<Integer> characters = new ArrayDeque<>();
    typed.chars().forEach(characters::add);
    KeyDecoder decoder =
        new KeyDecoder(
            millis -> {
              if (!characters.isEmpty() && characters.peek() == PAUSE) {
                characters.remove();
                if (millis > 0) {
                  return KeyDecoder.NOTHING;
                }
              }
              return characters.isEmpty() ? KeyDecoder.END : characters.remove();
            });
    List<Key> keys = new ArrayList<>();
    for (Key key = decoder.next(); key != null; key = decoder.next()) {
      keys.add(key);
    }
    return keys;
  }

  @Test
  void readsLetters() throws IOException {
    assertThat(keys("qsSw\rx\u0003"))
        .containsExactly(
            Key.QUIT,
            Key.SORT_NEXT,
            Key.SORT_PREVIOUS,
            Key.WINDOW,
            Key.OPEN,
            Key.OTHER,
            Key.INTERRUPT);
  }

  @Test
  void readsArrowsInBothModesOfATerminal() throws IOException {
    assertThat(keys(ESCAPE + "[A" + ESCAPE + "[B" + ESCAPE + "OA" + ESCAPE + "OB"))
        .containsExactly(Key.UP, Key.DOWN, Key.UP, Key.DOWN);
  }

  @Test
  void takesEscapeAloneForTheKey() throws IOException {
    assertThat(keys(ESCAPE + PAUSE + "q")).containsExactly(Key.BACK, Key.QUIT);
    assertThat(keys(ESCAPE)).containsExactly(Key.BACK);
  }

  @Test
  void skipsSequencesItDoesNotKnowAsAWhole() throws IOException {
    assertThat(keys(ESCAPE + "[1;5C" + ESCAPE + "[15~" + "q"))
        .containsExactly(Key.OTHER, Key.OTHER, Key.QUIT);
  }
}
