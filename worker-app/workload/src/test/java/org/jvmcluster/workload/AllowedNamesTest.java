package org.jvmcluster.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedNamesTest {
  private final AllowedNames names = AllowedNames.of("X", " localhost, *.Test ,api.example.org");

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LocalHost.", "a.test", "b.a.test", "api.example.org"})
  void allowsWhatIsListedAndWhatLiesBelowAStar(String name) {
    assertThat(names.allows(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "test",
        "atest",
        "a.test.org",
        "example.org",
        "-a.test",
        "a..test",
        "a\n.test",
        "x_.test-"
      })
  void allowsNothingElse(String name) {
    assertThat(names.allows(name)).isFalse();
  }

  @Test
  void allowsNobodyByAnEmptyList() {
    assertThat(AllowedNames.of("X", "").allows("localhost")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "a b", "http://a", "*.*.a", "a*"})
  void saysWhichEntryIsNone(String list) {
    assertThatThrownBy(() -> AllowedNames.of("FETCH_ALLOW", "ok.test," + list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("FETCH_ALLOW")
        .hasMessageContaining("'" + list + "'");
  }
}
