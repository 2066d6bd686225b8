package org.jvmcluster.supervisor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardStreamsTest {
  @TempDir Path folder;

  @Test
  void twoDescriptorsOfOnePipeLeadToTheSame() throws IOException {
    Path out = link("1", "pipe:[4711]");
    Path err = link("2", "pipe:[4711]");

    assertThat(StandardStreams.leadToTheSame(out, err)).isTrue();
  }

  @Test
  void twoPipesDoNot() throws IOException {
    Path out = link("1", "pipe:[4711]");
    Path err = link("2", "pipe:[4712]");

    assertThat(StandardStreams.leadToTheSame(out, err)).isFalse();
  }

  @Test
  void aClosedDescriptorLeadsNowhere() throws IOException {
    Path out = link("1", "pipe:[4711]");

    assertThat(StandardStreams.leadToTheSame(out, folder.resolve("2"))).isFalse();
  }

  private Path link(String name, String target) throws IOException {
    return Files.createSymbolicLink(folder.resolve(name), Path.of(target));
  }
}
