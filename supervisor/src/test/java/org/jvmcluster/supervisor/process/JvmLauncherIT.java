package org.jvmcluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.ChildJvm;

class JvmLauncherIT {
  @TempDir Path folder;

  private List<String> supervise(String locale, String kind) throws Exception {
    Map<String, String> environment = Map.of("LC_ALL", locale, "SUPERVISOR_X", "not inherited");
    try (ChildJvm supervisor =
        new ChildJvm(environment, List.of(), LauncherMain.class, folder.toString(), kind)) {
      return supervisor.lines();
    }
  }

  @Test
  void startsAWorkerFromAnOddFolderWithOddOptions() throws Exception {
    assertThat(supervise("C.UTF-8", "odd"))
        .containsExactly(
            "0/1 | argument " + LauncherMain.ODD + "|",
            "0/1 | property " + LauncherMain.ODD,
            "0/1 | variables null " + LauncherMain.ODD,
            "0/1 | control " + folder.resolve("d \u00fc 'q'").resolve("control.sock"),
            "0/1 | heap true",
            "0/1 | end",
            "exit 0");
  }

  @Test
  void saysWhatALocaleWithoutTheCharactersNeeds() throws Exception {
    assertThat(supervise("C", "plain"))
        .singleElement()
        .asString()
        .contains("slot 0 generation 1", "LC_ALL=C.UTF-8");
  }
}
