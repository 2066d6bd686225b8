package org.jvmcluster.supervisor.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTableTest {
  private static final long OTHER_SESSION = 7;

  private FakeProc proc;

  @BeforeEach
  void setUp(@TempDir Path folder) throws IOException {
    proc = new FakeProc(folder);
    proc.process(1, "init", "S", 0, 1, 0);
    proc.process(50, "arm", "S", 1, 50, 0);
    proc.write("meminfo", "MemTotal: 1 kB\n");
  }

  @Test
  void findsChildrenAndTheirChildren() throws IOException {
    proc.process(61, "worker", "S", 50, 50, 0);
    proc.process(62, "grandchild", "R", 61, OTHER_SESSION, 0);
    proc.process(63, "stranger", "R", 1, OTHER_SESSION, 0);

    assertThat(ProcessTable.read(proc.root()).treeOf(50)).containsExactly(50L, 61L, 62L);
  }

  @Test
  void findsWhatHasLostItsParentByItsSession() throws IOException {
    proc.process(61, "orphan", "S", 1, 50, 0);
    proc.process(62, "its child", "S", 61, OTHER_SESSION, 0);

    assertThat(ProcessTable.read(proc.root()).treeOf(50)).containsExactly(50L, 61L, 62L);
  }

  @Test
  void findsWhatIsLeftWhenTheRootIsGone() throws IOException {
    proc.process(161, "orphan", "S", 1, 99, 0);

    assertThat(ProcessTable.read(proc.root()).treeOf(99)).containsExactly(161L);
  }

  @Test
  void readsNamesWithBlanksAndBrackets() throws IOException {
    proc.process(61, "a) S 1 (b", "S", 50, OTHER_SESSION, 0);

    assertThat(ProcessTable.read(proc.root()).treeOf(50)).containsExactly(50L, 61L);
  }

  @Test
  void takesZombiesForGone() throws IOException {
    proc.process(61, "dead", "Z", 50, 50, 0);

    assertThat(ProcessTable.read(proc.root()).treeOf(50)).containsExactly(50L);
  }
}
