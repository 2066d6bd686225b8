package org.jvmcluster.supervisor.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Giving a terminal back that somebody else has changed. */
class TerminalModesTest {
  private static final String USUAL = "4500:5:bf:8a3b";
  private static final String RAW = "4100:5:bf:8a30";

  private final List<String> set = new ArrayList<>();
  private String modes = USUAL;
  private int ignored;

  private String stty(String... words) {
    if (words[0].equals("-g")) {
      return modes + "\n";
    }
    set.add(words[0]);
    if (set.size() > ignored) {
      modes = words[0];
    }
    return "";
  }

  @Test
  void setsAllThatWasSaved() throws Exception {
    TerminalModes saved = TerminalModes.save(this::stty);
    modes = RAW;

    saved.restore();

    assertThat(modes).isEqualTo(USUAL);
    assertThat(set).containsExactly(USUAL);
  }

  @Test
  void setsThemAgainWhenTheyWereNotTaken() throws Exception {
    TerminalModes saved = TerminalModes.save(this::stty);
    modes = RAW;
    ignored = 2;

    saved.restore();

    assertThat(modes).isEqualTo(USUAL);
  }

  @Test
  void saysWhatToDoWhenTheTerminalKeepsItsModes() throws Exception {
    TerminalModes saved = TerminalModes.save(this::stty);
    modes = RAW;
    ignored = Integer.MAX_VALUE;

    assertThatThrownBy(saved::restore)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(RAW)
        .hasMessageContaining("stty sane");
  }
}
