package org.jvmcluster.runtime.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.util.NetUtil;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvmcluster.runtime.protocol.SupervisedPort;

class ServedAddressTest {
  private static InetSocketAddress served(String by, String asked) throws Exception {
    return ServedAddress.of(
        new SupervisedPort(by, 3100),
        new InetSocketAddress(
            InetAddress.getByAddress(NetUtil.createByteArrayFromIpAddressString(asked)), 3100));
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "127.0.0.1, 0.0.0.0",
    "127.0.0.1, ::",
    "127.0.0.1, ::1",
    "::1, 127.0.0.1",
    "0.0.0.0, 0.0.0.0",
    "0.0.0.0, ::",
    "::, 0.0.0.0",
    "10.0.0.7, 10.0.0.7",
  })
  void servesWhatTheApplicationAskedForOrLess(String served, String asked) throws Exception {
    assertThat(served(served, asked).getPort()).isEqualTo(3100);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 127.0.0.1",
    "::, ::1",
    "10.0.0.7, 127.0.0.1",
    "10.0.0.7, 10.0.0.8",
    "127.0.0.1, 127.0.0.2",
  })
  void neverServesWhereItDidNotAsk(String served, String asked) {
    assertThatThrownBy(() -> served(served, asked))
        .isInstanceOf(BindException.class)
        .hasMessageContaining("start the supervisor with --host ");
  }

  @Test
  void tellsTheApplicationWhereItReallyListens() throws Exception {
    assertThat(served("127.0.0.1", "0.0.0.0").getAddress().isLoopbackAddress()).isTrue();
  }
}
