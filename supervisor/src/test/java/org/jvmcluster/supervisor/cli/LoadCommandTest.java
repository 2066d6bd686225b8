package org.jvmcluster.supervisor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.load.LatencyDistribution;

/** The command against a server in this JVM that says what it was asked. */
@Timeout(60)
class LoadCommandTest {
  private final ProgramRun program = new ProgramRun();
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();
  private HttpServer server;
  private String url;

  @TempDir Path folder;

  @BeforeEach
  void listen() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.merge(exchange.getRequestURI().toString(), 1, Integer::sum);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @Test
  void asksForEachPathOfAMixAsOftenAsItsWeightSays() {
    int code =
        program.run("load", url, "--mix", "/fast=90,/cpu?ms=20=10", "--requests", "200", "--json");

    assertThat(code).as(program.err()).isZero();
    assertThat(asked).isEqualTo(Map.of("/fast", 180, "/cpu?ms=20", 20));
    JsonArray paths = new JsonObject(program.out()).getJsonArray("paths");
    assertThat(paths.getJsonObject(0).getMap())
        .containsEntry("path", "/fast")
        .containsEntry("requests", 180)
        .containsEntry("failed", 0);
    assertThat(paths.getJsonObject(1).getInteger("requests")).isEqualTo(20);
  }

  @Test
  void sendsEachStepsRequestsAndGivesItARow() {
    int code = program.run("load", url + "/a", "--rate", "40,80", "--seconds", "2", "--json");

    assertThat(code).as(program.err()).isZero();
    assertThat(asked).isEqualTo(Map.of("/a", 120));
    JsonArray steps = new JsonObject(program.out()).getJsonArray("steps");
    assertThat(steps).hasSize(2);
    assertThat(steps.getJsonObject(0).getInteger("requests")).isEqualTo(40);
    assertThat(steps.getJsonObject(1).getInteger("requests")).isEqualTo(80);
  }

  @Test
  void writesTheDistributionToTheFileAndIntoTheJson() throws Exception {
    Path file = Files.writeString(folder.resolve("run.hgrm"), "old ".repeat(100_000));

    program.run("load", url, "--requests", "50", "--json", "--hgrm", file.toString());

    String written = Files.readString(file);
    assertThat(written).doesNotContain("old");
    assertThat(LatencyDistribution.ofHgrm(written).count()).isEqualTo(50);
    JsonObject json = new JsonObject(program.out());
    LatencyDistribution decoded = LatencyDistribution.decode(json.getString("histogram"));
    assertThat(decoded.count()).isEqualTo(50);
    double p50Millis = decoded.at(50).orElseThrow().toNanos() / 1e6;
    assertThat(json.getJsonObject("latency").getDouble("p50Ms"))
        .isBetween(p50Millis * 0.998, p50Millis * 1.002 + 0.001);
  }

  @Test
  void sendsNothingWhereTheFileCannotBeWritten() {
    int code = program.run("load", url, "--hgrm", folder.resolve("no/run.hgrm").toString());

    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(program.err()).contains("run.hgrm cannot be written: its folder does not exist");
    assertThat(asked).isEmpty();
  }

  @Test
  void leavesNoEmptyFileBehindALoadThatCouldNotBegin() {
    Path file = folder.resolve("run.hgrm");

    int code = program.run("load", "http://no-such-host.invalid/", "--hgrm", file.toString());

    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(file).doesNotExist();
  }
}
