package org.jvmcluster.supervisor.compare.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.jvmcluster.supervisor.compare.result.Synthetic.arm;
import static org.jvmcluster.supervisor.compare.result.Synthetic.comparison;
import static org.jvmcluster.supervisor.compare.result.Synthetic.runs;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.figures.Goal;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.compare.result.ArmRecord;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.Synthetic;

final class ComparisonJsonTest {

  @Test
  void holdsTheAgreedKeysOfEachArm() {
    JsonObject arm = json(Synthetic.realistic()).getJsonArray("arms").getJsonObject(2);

    assertThat(arm.fieldNames())
        .contains(
            "mode",
            "listen",
            "workers",
            "totalMs",
            "throughput",
            "speedup",
            "ceiling",
            "merged",
            "perWorker",
            "lightPathP99Ms",
            "cpuSecondsPerRequest",
            "pssBytes",
            "killFailures",
            "noisy");
    assertThat(arm.getString("mode")).isEqualTo("processes");
    assertThat(arm.getString("listen")).isEqualTo("reuseport");
    assertThat(arm.getDouble("ceiling")).isEqualTo(2);
    assertThat(arm.getDouble("speedup")).isCloseTo(1.97, within(0.01));
    assertThat(arm.getJsonObject("merged").getLong("count")).isEqualTo(1_600);
    assertThat(arm.getJsonArray("perWorker")).hasSize(3);
    assertThat(arm.getLong("killFailures")).isEqualTo(3);
    assertThat(arm.getBoolean("noisy")).isTrue();
    assertThat(arm.getJsonArray("runs")).hasSize(5);
  }

  @Test
  void holdsTheRecommendationWithItsReasons() {
    JsonObject recommendation = json(Synthetic.realistic()).getJsonObject("recommendation");

    assertThat(recommendation.getString("goal")).isEqualTo("throughput");
    assertThat(recommendation.getString("mode")).isEqualTo("processes");
    assertThat(recommendation.getString("verdict")).isEqualTo("cheapest-of-equals");
    assertThat(recommendation.getJsonArray("because")).isNotEmpty();
  }

  @Test
  void whatWasNotMeasuredIsNull() {
    ArmRecord bare =
        new ArmRecord(
            arm("single", ArmKind.SINGLE, 1),
            Optional.empty(),
            runs(20, 100, 1, 10),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    JsonObject arm = json(comparison(1, bare)).getJsonArray("arms").getJsonObject(0);

    for (String key : List.of("pssBytes", "killFailures", "lightPathP99Ms", "startMs", "listen")) {
      assertThat(arm.containsKey(key)).isTrue();
      assertThat(arm.getValue(key)).isNull();
    }
    assertThat(arm.getValue("throughputInterval")).isNull();
  }

  @Test
  void percentilesOnTooFewSamplesAreMarked() {
    ArmRecord arm = Synthetic.record(arm("single", ArmKind.SINGLE, 1), runs(20, 100, 1, 10), 100);

    JsonObject merged =
        json(comparison(1, arm)).getJsonArray("arms").getJsonObject(0).getJsonObject("merged");

    assertThat(merged.getJsonArray("tooFewSamplesFor"))
        .isEqualTo(new JsonArray().add("p99Ms").add("p999Ms"));
  }

  @Test
  void isReadBackAsItWasWritten() {
    JsonObject json = json(Synthetic.realistic());

    assertThat(new JsonObject(json.encode())).isEqualTo(json);
  }

  private static JsonObject json(Comparison comparison) {
    return ComparisonJson.of(comparison, ComparisonFigures.of(comparison, Goal.THROUGHPUT));
  }
}
