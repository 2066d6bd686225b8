package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class InstallationTest {
  @AfterEach
  void forget() {
    System.clearProperty(Installation.HOME_PROPERTY);
  }

  @Test
  void liesWhereTheStartScriptSaysItDoes() {
    System.setProperty(Installation.HOME_PROPERTY, "/opt/a folder/mit Ümlaut");

    assertThat(Installation.find().home()).isEqualTo(Path.of("/opt/a folder/mit Ümlaut"));
  }

  @Test
  void liesBesideItsOwnClassesOtherwise() {
    // target/classes here, the folder of supervisor.jar once it is packaged.
    assertThat(Installation.find().home()).isAbsolute().isDirectory();
  }
}
