package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
  private static final int MAX = LineSplitter.MAX_LINE_BYTES;

  private static List<String> split(byte[]... pieces) {
    List<String> lines = new ArrayList<>();
    LineSplitter splitter = new LineSplitter(lines::add);
    for (byte[] piece : pieces) {
      splitter.feed(piece, piece.length);
    }
    splitter.end();
    return lines;
  }

  private static List<String> split(String text) {
    return split(text.getBytes(UTF_8));
  }

  @Test
  void cutsAtLineEnds() {
    assertThat(split("one\ntwo\n\nfour\n")).containsExactly("one", "two", "", "four");
  }

  @Test
  void keepsALastLineWithoutAnEnd() {
    assertThat(split("one\ntwo")).containsExactly("one", "two");
    assertThat(split("")).isEmpty();
  }

  @Test
  void joinsPiecesWhereverTheyWereRead() {
    assertThat(split("o".getBytes(UTF_8), "ne\nt".getBytes(UTF_8), "wo\n".getBytes(UTF_8)))
        .containsExactly("one", "two");
  }

  @Test
  void makesTextOfWhateverIsWritten() {
    assertThat(split(new byte[] {'a', (byte) 0xff, (byte) 0xc3, 'b', '\n'}))
        .containsExactly("a\ufffd\ufffdb");
  }

  @Test
  void leavesALineOfExactlyTheLimitWhole() {
    String longest = "x".repeat(MAX);

    assertThat(split(longest + "\nnext\n")).containsExactly(longest, "next");
    assertThat(split(longest)).containsExactly(longest);
  }

  @Test
  void cutsALongerLineAndMarksBothSidesOfTheCut() {
    List<String> lines = split("x".repeat(2 * MAX + 1) + "\nnext\n");

    assertThat(lines)
        .containsExactly(
            "x".repeat(MAX) + LineSplitter.CUT_MARK,
            LineSplitter.CONTINUED_MARK + "x".repeat(MAX) + LineSplitter.CUT_MARK,
            LineSplitter.CONTINUED_MARK + "x",
            "next");
  }

  @Test
  void cutsBetweenCharacters() {
    for (String character : List.of("\u00fc", "\u20ac", "\ud83d\ude80")) {
      for (int shift = 0; shift < 4; shift++) {
        String line = "x".repeat(shift) + character.repeat(MAX);

        String joined =
            String.join("", split(line))
                .replace(LineSplitter.CUT_MARK, "")
                .replace(LineSplitter.CONTINUED_MARK, "");

        assertThat(joined).isEqualTo(line);
      }
    }
  }

  @Property(tries = 200)
  void losesNoByteOfTextHoweverItIsRead(
      @ForAll List<String> texts, @ForAll @IntRange(min = 1, max = 50) int pieceLength) {
    List<String> lines =
        texts.stream().map(t -> new String(t.getBytes(UTF_8), UTF_8).replace("\n", "")).toList();
    byte[] bytes = String.join("\n", lines).concat("\n").getBytes(UTF_8);
    List<byte[]> pieces = new ArrayList<>();
    for (int i = 0; i < bytes.length; i += pieceLength) {
      pieces.add(Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + pieceLength)));
    }

    List<String> expected = lines.isEmpty() ? List.of("") : lines;
    assertThat(split(pieces.toArray(new byte[0][]))).isEqualTo(expected);
  }
}
