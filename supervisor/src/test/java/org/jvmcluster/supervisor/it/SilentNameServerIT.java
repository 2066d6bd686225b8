package org.jvmcluster.supervisor.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lookups that nobody answers, and files that are read meanwhile. The name server is a socket of
 * the test that keeps silent; that workers ask it is for them alone, by a view of the file system
 * of their own.
 */
class SilentNameServerIT {
  /** On loopback, and not where a resolver of this machine may listen. */
  private static final String SERVER = "127.77.53.53";

  /** Longer than all that is looked at meanwhile. */
  private static final int LOOKUP_SECONDS = 25;

  private static final int POOL_SIZE = 4;

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @TempDir Path folder;

  @Test
  void filesPassLookupsThatHang() throws Exception {
    SupervisorProcess supervisor = startWithSilentServer("on");
    List<HttpExchange> lookups = hangingLookups(supervisor);
    awaitPool(supervisor, POOL_SIZE / 2, POOL_SIZE / 2);

    HttpExchange.Answer file = HttpExchange.get(supervisor.port(), "/file");

    assertThat(file.status()).isEqualTo(200);
    assertUnanswered(lookups);
    JsonObject kinds =
        supervisor
            .awaitWorker(
                0,
                "the file",
                worker -> worker.getJsonObject("pool").getJsonObject("kinds").containsKey("file"))
            .getJsonObject("pool")
            .getJsonObject("kinds");
    assertUnanswered(lookups);
    assertThat(kinds.getJsonObject("file").getInteger("count")).isEqualTo(1);
  }

  @Test
  void filesWaitForLookupsThatHangWithoutTheCap() throws Exception {
    SupervisorProcess supervisor = startWithSilentServer("off");
    List<HttpExchange> lookups = hangingLookups(supervisor);
    awaitPool(supervisor, POOL_SIZE, 0);

    HttpExchange file = supervisors.own(new HttpExchange(supervisor.port(), Patience.LIMIT));
    file.send("GET", "/file");

    // Ten times what a file may take, and more.
    supervisor.awaitWorker(
        0,
        "a file that waits for a second",
        worker ->
            Figure.of(worker, "pool", "queued") == 1
                && Figure.of(worker, "pool", "oldestWaitMs") >= 1_000);
    assertUnanswered(lookups);
    assertThat(file.hasBeenAnswered()).isFalse();
  }

  private SupervisorProcess startWithSilentServer(String cap) throws Exception {
    Path resolver = folder.resolve("resolv.conf");
    Files.writeString(
        resolver, "nameserver " + SERVER + "\noptions timeout:" + LOOKUP_SECONDS + " attempts:1\n");
    List<String> wrapper =
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            "mount --bind \"$0\" /etc/resolv.conf && exec \"$@\"",
            resolver.toString());
    Optional<String> obstacle = obstacle(wrapper);
    assumeThat(obstacle).as("a name server of the workers' own: %s", obstacle).isEmpty();
    return supervisors.startReady(
        SupervisorCommand.run(1, "--pool-size", Integer.toString(POOL_SIZE))
            .with("POOL_SLOW_LANE_CAP", cap)
            .behind(wrapper),
        1);
  }

  /** Why workers cannot be given a silent server here; empty when they can, and it is there. */
  private Optional<String> obstacle(List<String> wrapper) throws InterruptedException {
    try {
      supervisors.own(new DatagramSocket(53, InetAddress.getByName(SERVER)));
      List<String> words = new ArrayList<>(wrapper);
      words.add("true");
      Process trial = new ProcessBuilder(words).redirectErrorStream(true).start();
      String said = new String(trial.getInputStream().readAllBytes(), UTF_8).strip();
      return trial.waitFor() == 0 ? Optional.empty() : Optional.of(said);
    } catch (IOException e) {
      return Optional.of(e.toString());
    }
  }

  private List<HttpExchange> hangingLookups(SupervisorProcess supervisor) throws IOException {
    List<HttpExchange> lookups = new ArrayList<>();
    for (int i = 0; i < POOL_SIZE; i++) {
      HttpExchange lookup =
          supervisors.own(new HttpExchange(supervisor.port(), Duration.ofMinutes(2)));
      // The JDK asks once for a name that several threads look up.
      lookup.send("GET", "/lookup?resolver=jdk&host=silent" + i + ".test");
      lookups.add(lookup);
    }
    return lookups;
  }

  private static void awaitPool(SupervisorProcess supervisor, int busy, int queued) {
    supervisor.awaitWorker(
        0,
        busy + " lookups that run and " + queued + " that wait",
        worker ->
            Figure.of(worker, "pool", "busy") == busy
                && Figure.of(worker, "pool", "queued") == queued);
  }

  private static void assertUnanswered(List<HttpExchange> lookups) throws IOException {
    for (HttpExchange lookup : lookups) {
      assertThat(lookup.hasBeenAnswered()).as("a lookup has been answered").isFalse();
    }
  }
}
