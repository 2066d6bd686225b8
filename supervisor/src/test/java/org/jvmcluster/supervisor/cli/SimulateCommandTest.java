package org.jvmcluster.supervisor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvmcluster.supervisor.load.LatencyDistribution;

final class SimulateCommandTest {
  private static final String LOAD =
      "simulate --workers 3 --rate 105 --service lognormal:20ms:30ms --requests 3000 --repeat 3";

  private final ProgramRun program = new ProgramRun();

  @TempDir Path folder;

  @Test
  void saysFirstThatNothingWasMeasured() {
    int code = run(LOAD);

    assertThat(code).isZero();
    assertThat(program.out().lines().findFirst()).hasValue("model, nothing was measured");
    assertThat(program.out())
        .contains("hash", "idle", "round-robin", "shared")
        .contains("p99.9 ms")
        .contains("3 workers, service lognormal:20ms:30ms (mean 20.000 ms), 105/s by chance")
        .contains("capacity 150.0/s, 70.0 % of it due")
        .doesNotContain("OVERLOAD");
  }

  @Test
  void hasEveryFigureWithItsIntervalAsJson() {
    run(LOAD + " --discipline idle,hash --json");

    JsonObject json = new JsonObject(program.out());
    assertThat(json.getBoolean("model")).isTrue();
    assertThat(json.getDouble("offeredLoad")).isCloseTo(0.7, within(1e-9));
    JsonArray disciplines = json.getJsonArray("disciplines");
    assertThat(disciplines).hasSize(2);
    JsonObject idle = disciplines.getJsonObject(0);
    assertThat(idle.getString("discipline")).isEqualTo("idle");
    for (String key : List.of("p50Ms", "p90Ms", "p99Ms", "p999Ms", "maxMs")) {
      JsonObject figure = idle.getJsonObject("latency").getJsonObject(key);
      JsonArray interval = figure.getJsonArray("interval");
      assertThat(figure.getDouble("value")).isPositive();
      assertThat(interval.getDouble(0)).isLessThanOrEqualTo(interval.getDouble(1));
    }
    double p99 = idle.getJsonObject("latency").getJsonObject("p99Ms").getDouble("value");
    assertThat(LatencyDistribution.decode(idle.getString("histogram")).at(99).orElseThrow())
        .isBetween(
            Duration.ofNanos((long) (p99 * 0.99e6)), Duration.ofNanos((long) (p99 * 1.01e6)));
  }

  @Test
  void knowsNoIntervalOfOneRepeat() {
    run("simulate --workers 3 --burst 20 --service 100ms --discipline idle --repeat 1 --json");

    JsonObject idle = new JsonObject(program.out()).getJsonArray("disciplines").getJsonObject(0);
    assertThat(idle.getJsonObject("throughput").getValue("interval")).isNull();
    assertThat(idle.getJsonObject("largestShare").getDouble("value")).isEqualTo(0.35);
  }

  @Test
  void saysThatMoreIsDueThanCanBeServed() {
    run("simulate --workers 3 --rate 200 --service 20ms --requests 1000 --repeat 2");
    assertThat(program.out()).contains("133.3 % of it due").contains("OVERLOAD: more is due");

    run("simulate --workers 3 --rate 145 --service 20ms --requests 1000 --repeat 2");
    assertThat(program.out()).contains("near the limit").doesNotContain("OVERLOAD");
  }

  @Test
  void takesTheCoresForTheLimitOfWorkThatComputes() {
    run("simulate --workers 3 --rate 90 --service 20ms --cores 2 --requests 1000 --repeat 2");

    assertThat(program.out()).contains("capacity 100.0/s, 90.0 % of it due");
  }

  @Test
  void agreesWithALoadThatWasLikeThis() throws IOException {
    String files = measured(LOAD + " --discipline hash");

    int code = run(LOAD + " --seed 900 --discipline hash --against " + files);

    assertThat(program.out())
        .contains("p50  agrees: model", "p99  agrees: model")
        .contains("of 3 repeats")
        .endsWith("the model agrees with what was measured\n");
    assertThat(code).isZero();
  }

  @Test
  void noticesThatTheLoadWasNotLikeThis() throws IOException {
    String files = measured(LOAD + " --discipline hash");

    int discipline = run(LOAD + " --seed 900 --discipline idle --against " + files);
    assertThat(program.out()).contains("p99  differs: model").endsWith("the model differs\n");
    int workers =
        run(LOAD.replace("--workers 3", "--workers 4") + " --discipline hash --against " + files);
    int json = run(LOAD + " --seed 900 --discipline idle --json --against " + files);

    assertThat(List.of(discipline, workers, json)).containsOnly(ExitCode.FAILED);
    assertThat(new JsonObject(program.out()).getJsonObject("against").getBoolean("agrees"))
        .isFalse();
  }

  @Test
  void takesServiceTimesFromWhatWasMeasured() throws IOException {
    String file =
        measured(
                "simulate --workers 1 --rate 1 --arrivals even --service 20ms --requests 500 --repeat 1 --discipline hash")
            .split(" ")[0];

    run("simulate --workers 3 --burst 3 --discipline shared --repeat 1 --service file:" + file);

    assertThat(program.out()).contains("capacity 150.0/s").contains("p50 ms");
  }

  @Test
  void comparesNothingWithALoadThatFailed() throws IOException {
    Path file = Path.of(measured(LOAD + " --discipline hash").split(" ")[0]);
    JsonObject json = new JsonObject(Files.readString(file));
    Files.writeString(file, json.put("failed", 100).encode());

    int code = run(LOAD + " --discipline hash --against " + file);

    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(program.err()).contains("100 of 3000 requests failed");
  }

  @Test
  void warnsOfALoadClientThatWasLate() throws IOException {
    Path file = Path.of(measured(LOAD + " --discipline hash").split(" ")[0]);
    JsonObject json = new JsonObject(Files.readString(file));
    Files.writeString(file, json.put("clientLate", true).encode());

    run(LOAD + " --discipline hash --against " + file);

    assertThat(program.err()).contains("the load client itself was late");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "simulate --workers 3 --rate 5 | Missing required option: '--service=TIME'",
        "simulate --workers 3 --service 5ms | say when requests come",
        "simulate --workers 3 --service 5 --rate 5 | '5' is no service time",
        "simulate --workers 0 --service 5ms --rate 5 | 1 to 10000 workers",
        "simulate --workers 3 --service 5ms --rate 0 | a rate is a number above 0",
        "simulate --workers 3 --service 5ms --burst 5 --rate 5 | leave --rate and --requests out",
        "simulate --workers 3 --service 5ms --concurrency 5 --arrivals even | --arrivals is for",
        "simulate --workers 3 --service 5ms --rate 5 --keep-alive | need a number of clients",
        "simulate --workers 3 --service 5ms --rate 5 --discipline lifo | not 'lifo'",
        "simulate --workers 3 --service 5ms --rate 5 --repeat 0 | --repeat lies in 1..100",
        "simulate --workers 3 --service file:/nowhere --rate 5 | cannot read /nowhere",
        "simulate --workers 3 --service 5ms --rate 5 --discipline hash --against /nowhere | cannot",
      })
  void refusesWhatItCannotSimulate(String command, String message) {
    int code = run(command.strip());

    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(program.err()).contains(message.strip());
  }

  @Test
  void asksForTheDisciplineThatWasMeasured() throws IOException {
    String files = measured(LOAD + " --discipline hash");

    assertThat(run(LOAD + " --against " + files)).isEqualTo(ExitCode.USAGE);
    assertThat(program.err()).contains("--against needs one --discipline");
  }

  private int run(String command) {
    return program.run(command.split(" "));
  }

  /** Three files as a load writes them, of latencies that a simulation made; their names. */
  private String measured(String command) throws IOException {
    List<String> names = new ArrayList<>();
    for (int repeat = 0; repeat < 3; repeat++) {
      run(command.replace("--repeat 3", "--repeat 1") + " --json --seed " + (50 + repeat));
      JsonObject simulated = new JsonObject(program.out());
      Path file = folder.resolve("repeat-" + repeat + ".json");
      Files.writeString(
          file,
          new JsonObject()
              .put("requests", simulated.getLong("requests"))
              .put("failed", 0)
              .put("clientLate", false)
              .put(
                  "histogram",
                  simulated.getJsonArray("disciplines").getJsonObject(0).getString("histogram"))
              .encode());
      names.add(file.toString());
    }
    return String.join(" ", names);
  }
}
