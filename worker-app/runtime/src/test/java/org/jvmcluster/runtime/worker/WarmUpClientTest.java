package org.jvmcluster.runtime.worker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.time.NanoClock;

class WarmUpClientTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final List<String> requestLines = new CopyOnWriteArrayList<>();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void asksForOneAnswerAndTheEndOfTheConnection() throws Exception {
    answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

    client().get("/fast?x=1", LIMIT);

    assertThat(requestLines)
        .contains("GET /fast?x=1 HTTP/1.1", "Host: 127.0.0.1:" + server.getLocalPort())
        .contains("Connection: close");
  }

  @Test
  void readsAnAnswerOfAnyLengthToItsEnd() {
    answer("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(1 << 20));

    assertThatCode(() -> client().get("/", LIMIT)).doesNotThrowAnyException();
  }

  @Test
  void takesARedirectForAnAnswer() {
    answer("HTTP/1.1 302 Found\r\n\r\n");

    assertThatCode(() -> client().get("/", LIMIT)).doesNotThrowAnyException();
  }

  @Test
  void failsOnAnErrorStatus() {
    answer("HTTP/1.1 404 Not Found\r\n\r\n");

    assertThatThrownBy(() -> client().get("/", LIMIT))
        .isInstanceOf(IOException.class)
        .hasMessage("status 404");
  }

  @Test
  void failsOnWhatIsNoHttp() {
    answer("SSH-2.0-OpenSSH\r\n");

    assertThatThrownBy(() -> client().get("/", LIMIT)).hasMessageContaining("no HTTP/1 answer");
  }

  @Test
  void failsWhenTheConnectionIsClosedWithoutAnAnswer() {
    answer("");

    assertThatThrownBy(() -> client().get("/", LIMIT)).hasMessageContaining("without an answer");
  }

  @Test
  void givesUpOnAServerThatNeverAnswers() {
    // Accepted by the kernel, answered by nobody.
    assertThatThrownBy(() -> client().get("/", Duration.ofMillis(20)))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer within 20 ms");
  }

  @Test
  void givesUpWithoutAskingWhenNoTimeIsLeft() {
    assertThatThrownBy(() -> client().get("/", Duration.ZERO)).hasMessage("no answer within 0 ms");
  }

  private WarmUpClient client() {
    return new WarmUpClient(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()),
        NanoClock.SYSTEM);
  }

  private void answer(String text) {
    Daemons.start(
        "test-server",
        () -> {
          try (Socket socket = server.accept();
              BufferedReader in =
                  new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            for (String line = in.readLine();
                line != null && !line.isEmpty();
                line = in.readLine()) {
              requestLines.add(line);
            }
            socket.getOutputStream().write(text.getBytes(US_ASCII));
          } catch (IOException e) {
            requestLines.add("failed: " + e);
          }
        });
  }
}
