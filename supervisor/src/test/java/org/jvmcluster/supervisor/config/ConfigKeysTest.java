package org.jvmcluster.supervisor.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigKeysTest {
  private static final Path SHIPPED =
      Path.of(System.getProperty("basedir", ".")).resolve("../config/supervisor.yaml").normalize();

  @Test
  void everyKeyHasADefaultThatItsOwnParserAndFormatterKeep() throws Exception {
    for (ConfigKey<?> key : ConfigKeys.ALL) {
      assertThat(key.parse(key.defaultWords(), Origin.DEFAULT).words())
          .as(key.name())
          .isEqualTo(key.defaultWords());
    }
  }

  @Test
  void everyKeyIsAComponentOfTheConfiguration() {
    assertThat(SupervisorConfig.class.getRecordComponents()).hasSameSizeAs(ConfigKeys.ALL);
  }

  @Test
  void theShippedFileHoldsEveryKeyWithItsDefault() throws Exception {
    Settings shipped =
        ConfigLoader.load(
                new ConfigSources(Map.of(), Map.of(), Optional.of(SHIPPED), Path.of("none")))
            .settings();

    for (Setting<?> setting : shipped.all()) {
      assertThat(setting.origin().kind()).as(setting.key().name()).isEqualTo(Origin.Kind.FILE);
      assertThat(setting.words()).as(setting.key().name()).isEqualTo(setting.key().defaultWords());
    }
  }

  @Test
  void theShippedFileExplainsEveryKeyAsTheTableDoes() throws Exception {
    Map<String, String> comments = commentsByKey(Files.readAllLines(SHIPPED));

    for (ConfigKey<?> key : ConfigKeys.ALL) {
      assertThat(comments).containsEntry(key.name(), explanation(key));
    }
  }

  private static String explanation(ConfigKey<?> key) {
    String change =
        switch (key.change()) {
          case RESTART -> "Changed by a restart (HUP).";
          case NEW_SUPERVISOR -> "Changed by a new supervisor only.";
        };
    return String.join(
        " ",
        key.effect(),
        "Default: " + key.defaultText() + ".",
        "Unit: " + key.unit() + ".",
        "Allowed: " + key.allowed() + ".",
        change);
  }

  private static Map<String, String> commentsByKey(List<String> lines) {
    Map<String, String> comments = new LinkedHashMap<>();
    List<String> block = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith("# ")) {
        block.add(line.substring(2));
      } else {
        int colon = line.indexOf(':');
        if (colon > 0) {
          comments.put(line.substring(0, colon), String.join(" ", block));
        }
        block.clear();
      }
    }
    return comments;
  }
}
