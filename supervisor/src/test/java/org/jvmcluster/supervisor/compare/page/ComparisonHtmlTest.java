package org.jvmcluster.supervisor.compare.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jvmcluster.supervisor.compare.result.Synthetic.arm;
import static org.jvmcluster.supervisor.compare.result.Synthetic.comparison;
import static org.jvmcluster.supervisor.compare.result.Synthetic.record;
import static org.jvmcluster.supervisor.compare.result.Synthetic.runs;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.figures.Goal;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.Synthetic;

final class ComparisonHtmlTest {
  private static final Pattern CHARTS =
      Pattern.compile("<script type=\"application/json\" id=\"charts\">(.*?)</script>");

  @Test
  void saysTheVerdictBeforeAnyFigure() {
    String html = html(Synthetic.realistic());

    assertThat(html.indexOf("<h2 id=\"verdict\">For throughput: processes 3, reuseport"))
        .isPositive()
        .isLessThan(html.indexOf("<table>"));
  }

  @Test
  void holdsAllSectionsOfAWholeComparison() {
    assertThat(html(Synthetic.realistic()))
        .contains(
            "id=\"throughput\"",
            "id=\"latency\"",
            "id=\"workers\"",
            "id=\"sweep\"",
            "id=\"isolation\"",
            "id=\"disturbances\"",
            "id=\"cost\"",
            "id=\"runs\"",
            "id=\"environment\"",
            "What is measured and what is model",
            "supervisor compare --workers 3 --path &#39;/cpu?ms=100&#39;");
  }

  @Test
  void leavesOutWhatWasNotMeasured() {
    String html =
        html(comparison(1, record(arm("single", ArmKind.SINGLE, 1), runs(20, 9, 1, 10), 100)));

    assertThat(html).doesNotContain("id=\"sweep\"", "id=\"isolation\"", "id=\"disturbances\"");
    assertThat(charts(html)).hasSize(1);
  }

  @Test
  void anArmWithoutARunIsARowWithoutFigures() {
    String html =
        html(
            comparison(
                1,
                record(arm("lost", ArmKind.SERVICE, 1), List.of(), 1),
                record(arm("single", ArmKind.SINGLE, 1), runs(20, 9, 1, 10), 100)));

    assertThat(html).contains("lost: not measured.");
    assertThat(html).doesNotContain("NaN", "Infinity");
  }

  @Test
  void everyChartHasItsPlaceAndEveryLineAsManyValuesAsX() {
    String html = html(Synthetic.realistic());
    JsonArray charts = charts(html);

    for (int i = 0; i < charts.size(); i++) {
      JsonObject chart = charts.getJsonObject(i);
      assertThat(html).contains("data-chart=\"" + i + "\" aria-label=\"");
      for (Object line : chart.getJsonArray("series")) {
        assertThat(((JsonObject) line).getJsonArray("y")).hasSize(chart.getJsonArray("x").size());
      }
    }
    assertThat(html).doesNotContain("data-chart=\"" + charts.size() + "\"");
  }

  @Test
  void theLawIsALineBesideTheMeasuredPoints() {
    String charts = charts(html(Synthetic.realistic())).encode();

    assertThat(charts).contains("measured, with 95 %", "model: fitted law", "\"bands\"");
  }

  @Test
  void aNameCannotEndTheScriptNorOpenATag() {
    String name = "</script><script>alert(1)</script><b onclick=\"x\">";
    String html =
        html(
            comparison(
                3,
                record(arm(name, ArmKind.PROCESSES, 2), runs(200, 500, 2, 19, 20, 19), 300),
                record(arm("single", ArmKind.SINGLE, 1), runs(200, 999, 1, 9, 10, 9), 100)));

    assertThat(html).doesNotContain("<script>alert", "<b onclick");
    assertThat(
            charts(html).getJsonObject(0).getJsonArray("series").getJsonObject(0).getString("name"))
        .isEqualTo(name);
  }

  @Test
  void namesNoOtherPlaceToLoadFromAndBearsTheLicenceOfTheCharts() {
    String html = html(Synthetic.realistic());

    assertThat(html).doesNotContainPattern("(src|href)=\"(?!#|data:)");
    assertThat(html).doesNotContain("@import", "url(");
    assertThat(html).contains("The MIT License (MIT)", "default-src 'none'");
  }

  private static JsonArray charts(String html) {
    Matcher matcher = CHARTS.matcher(html);
    assertThat(matcher.find()).isTrue();
    return new JsonArray(matcher.group(1));
  }

  private static String html(Comparison comparison) {
    return ComparisonHtml.of(comparison, ComparisonFigures.of(comparison, Goal.THROUGHPUT));
  }
}
