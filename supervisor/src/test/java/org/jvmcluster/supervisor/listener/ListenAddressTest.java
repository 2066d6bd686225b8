package org.jvmcluster.supervisor.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenAddressTest {
  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1:3100",
    "0.0.0.0, 0.0.0.0:3100",
    "::1, [0:0:0:0:0:0:0:1]:3100",
    "::, [0:0:0:0:0:0:0:0]:3100",
    "::ffff:127.0.0.1, 127.0.0.1:3100"
  })
  void takesLiterals(String host, String shown) throws Exception {
    assertThat(ListenAddress.resolve(host, 3100)).hasToString(shown);
  }

  @Test
  void namesAHostThatDoesNotResolve() {
    assertThatThrownBy(() -> ListenAddress.resolve("no-such-host.invalid", 3100))
        .isInstanceOf(ListenException.class)
        .hasMessageContaining("no-such-host.invalid");
  }

  @Test
  void refusesAnEmptyHostWhichJavaWouldTakeForLoopback() {
    assertThatThrownBy(() -> ListenAddress.resolve(" ", 3100)).isInstanceOf(ListenException.class);
  }

  @Test
  void refusesAPortOutOfRange() {
    assertThatThrownBy(() -> ListenAddress.resolve("127.0.0.1", 65536))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
