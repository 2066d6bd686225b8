package org.jvmcluster.supervisor.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadTargetTest {

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:3100,127.0.0.1,3100,127.0.0.1:3100,/",
    "http://localhost/fast,localhost,80,localhost,/fast",
    "HTTP://localhost:1/a?b=c%20d,localhost,1,localhost:1,/a?b=c%20d",
    "http://[::1]:3100/x,::1,3100,[::1]:3100,/x",
    "http://h:5?q=1,h,5,h:5,/?q=1"
  })
  void takesAUrlApart(String url, String host, int port, String header, String path) {
    assertThat(LoadTarget.of(url)).isEqualTo(new LoadTarget(host, port, header, path));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://localhost/|https is not built in",
        "localhost:3100/fast|write http://HOST:PORT/PATH",
        "/fast|write http://HOST:PORT/PATH",
        "ftp://localhost/|write http://HOST:PORT/PATH",
        "http:///fast|write http://HOST:PORT/PATH",
        "http://u:p@localhost/|user and password",
        "http://localhost:70000/|a port lies in 1..65535",
        "http://local host/|is no URL"
      })
  void refusesWhatItCannotSendTo(String url, String message) {
    assertThatThrownBy(() -> LoadTarget.of(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
