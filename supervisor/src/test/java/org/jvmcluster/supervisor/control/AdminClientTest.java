package org.jvmcluster.supervisor.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.report.Window;

@Timeout(30)
class AdminClientTest {
  private static final String OK = "HTTP/1.0 200 OK\r\n\r\n";

  @TempDir Path directory;

  private final List<Thread> threads = new ArrayList<>();

  private Path socket() {
    return directory.resolve("admin.sock");
  }

  /** Answers one request with these bytes and closes the connection. */
  private AdminClient clientOfServerThatSays(String answer) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket()));
    Thread thread =
        new Thread(
            () -> {
              try (server;
                  SocketChannel connection = server.accept()) {
                connection.read(ByteBuffer.allocate(4096));
                connection.write(UTF_8.encode(answer));
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    threads.add(thread);
    thread.start();
    return new AdminClient(socket());
  }

  @AfterEach
  void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void readsADocument() throws IOException {
    AdminClient client = clientOfServerThatSays("HTTP/1.0 200 OK\r\nA: b\r\n\r\n{\n\"a\": 1}\n");

    assertThat(client.status(Window.ALL).getInteger("a")).isEqualTo(1);
  }

  @Test
  void handsOnTheStepsAndReturnsTheOutcome() throws IOException {
    AdminClient client =
        clientOfServerThatSays(
            OK
                + """
                {"event":"started"}
                {"event":"ready"}
                {"result":"undone","text":"slot 0 is late"}
                """);
    List<String> steps = new ArrayList<>();

    Outcome outcome = client.restart(step -> steps.add(step.getString("event")));

    assertThat(steps).containsExactly("started", "ready");
    assertThat(outcome).isEqualTo(new Outcome.Undone("slot 0 is late"));
  }

  @Test
  void returnsBusyWhateverTheStatus() throws IOException {
    AdminClient client =
        clientOfServerThatSays(
            "HTTP/1.0 409 Conflict\r\n\r\n{\"result\":\"busy\",\"text\":\"restart 2 runs\"}\n");

    assertThat(client.restart(step -> {})).isEqualTo(new Outcome.Busy("restart 2 runs"));
  }

  @Test
  void saysThatNoSupervisorRunsWithoutASocket() {
    assertThatThrownBy(() -> new AdminClient(socket()).status(Window.ALL))
        .isInstanceOf(NoSupervisorException.class)
        .hasMessageContaining(socket().toString());
  }

  @Test
  void saysThatNoSupervisorRunsBehindALeftOverSocket() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket()));
    }

    assertThatThrownBy(() -> new AdminClient(socket()).restart(step -> {}))
        .isInstanceOf(NoSupervisorException.class);
  }

  @Test
  void saysThatTheSupervisorEndedBeforeTheOutcome() throws IOException {
    AdminClient client = clientOfServerThatSays(OK + "{\"event\":\"started\"}\n");

    assertThatThrownBy(() -> client.restart(step -> {}))
        .isInstanceOf(AdminException.class)
        .isNotInstanceOf(NoSupervisorException.class)
        .hasMessageContaining("ended before");
  }

  @Test
  void passesOnWhyTheSupervisorRefused() throws IOException {
    AdminClient client =
        clientOfServerThatSays(
            "HTTP/1.0 400 Bad Request\r\n\r\n{\n  \"error\" : \"workers is a number\"\n}\n");

    assertThatThrownBy(() -> client.scale(0, step -> {}))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("workers is a number");
  }

  @Test
  void doesNotTakeAnotherProgramForASupervisor() throws IOException {
    AdminClient client = clientOfServerThatSays("SSH-2.0-OpenSSH\r\n");

    assertThatThrownBy(() -> client.status(Window.ALL))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("no supervisor");
  }
}
