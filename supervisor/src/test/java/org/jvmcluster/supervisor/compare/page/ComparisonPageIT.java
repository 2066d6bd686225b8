package org.jvmcluster.supervisor.compare.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.jvmcluster.supervisor.compare.result.Synthetic.arm;
import static org.jvmcluster.supervisor.compare.result.Synthetic.comparison;
import static org.jvmcluster.supervisor.compare.result.Synthetic.record;
import static org.jvmcluster.supervisor.compare.result.Synthetic.runs;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.figures.Goal;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.Synthetic;

/** The page in a real browser. */
final class ComparisonPageIT {
  private static final int PHONE = 360;

  /** The picture of a chart as text, to see whether it was drawn again in other colours. */
  private static final String PICTURE = "document.querySelector('.chart canvas').toDataURL()";

  private static final String GROUND = "getComputedStyle(document.body).backgroundColor";

  @TempDir static Path folder;

  private static Chromium chromium;
  private static Path page;

  @BeforeAll
  static void startChromium() throws IOException {
    Path program = Chromium.program().orElse(null);
    Assumptions.assumeTrue(
        program != null, "no Chromium is installed: the page was not seen in a browser");
    page = written("page.html", Synthetic.realistic());
    chromium = Chromium.start(program, folder);
  }

  @AfterAll
  static void endChromium() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @Test
  void drawsEveryChartInTheColoursOfItsLinesWithoutAnErrorOrARequest() {
    Chromium.Tab tab = chromium.newTab();

    tab.open(page);

    JsonArray charts =
        new JsonArray(
            (String)
                tab.evaluate(
                    """
                    JSON.stringify([...document.querySelectorAll('.chart')].map(place => {
                      const canvas = place.querySelector('canvas');
                      const pixels = new Uint32Array(canvas.getContext('2d')
                          .getImageData(0, 0, canvas.width, canvas.height).data.buffer);
                      const painted = pixels.filter(p => p >>> 24 > 200);
                      const hex = p => '#' + [0, 8, 16]
                          .map(s => (p >>> s & 255).toString(16).padStart(2, '0')).join('');
                      const seen = new Set(painted); const colours = new Set([...seen].map(hex));
                      const wanted = [...place.querySelectorAll('.legend [stroke]')]
                          .map(it => it.getAttribute('stroke'));
                      return {painted: painted.length, colours: seen.size,
                          missing: wanted.filter(it => !colours.has(it))};
                    }))"""));
    assertThat(charts).hasSizeGreaterThanOrEqualTo(10);
    for (int i = 0; i < charts.size(); i++) {
      JsonObject chart = charts.getJsonObject(i);
      assertThat(chart.getInteger("painted")).as("chart %s", i).isGreaterThan(500);
      assertThat(chart.getInteger("colours")).as("chart %s", i).isGreaterThan(4);
      assertThat(chart.getJsonArray("missing")).as("lines of chart %s", i).isEmpty();
    }
    assertThatNothingWentWrong(tab, page);
  }

  @Test
  void fitsAPhone() {
    Chromium.Tab tab = chromium.newTab();
    tab.send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", PHONE, "height", 740, "deviceScaleFactor", 2, "mobile", true));

    tab.open(page);

    assertThat(number(tab, "document.documentElement.scrollWidth")).isLessThanOrEqualTo(PHONE);
    assertThat(number(tab, "innerWidth")).isEqualTo(PHONE);
    await()
        .atMost(Chromium.LIMIT)
        .until(
            () ->
                number(
                        tab,
                        "Math.max(...[...document.querySelectorAll('.chart canvas')]"
                            + ".map(it => it.getBoundingClientRect().right))")
                    <= PHONE);
    // A table is wider than that and scrolls within its box.
    assertThat(
            number(
                tab,
                "Math.max(...[...document.querySelectorAll('.scroll')]"
                    + ".map(it => it.scrollWidth))"))
        .isGreaterThan(PHONE);
  }

  @Test
  void isDrawnAgainForTheDarkAndForPaper() {
    Chromium.Tab tab = chromium.newTab();
    scheme(tab, "light", "");
    tab.open(page);
    Object lightGround = tab.evaluate(GROUND);
    Object lightPicture = tab.evaluate(PICTURE);

    scheme(tab, "dark", "");
    await().atMost(Chromium.LIMIT).until(() -> !tab.evaluate(PICTURE).equals(lightPicture));
    Object darkPicture = tab.evaluate(PICTURE);
    assertThat(tab.evaluate(GROUND)).isNotEqualTo(lightGround);

    scheme(tab, "dark", "print");
    await().atMost(Chromium.LIMIT).until(() -> !tab.evaluate(PICTURE).equals(darkPicture));
    assertThat(tab.evaluate(GROUND)).isEqualTo("rgb(255, 255, 255)");

    scheme(tab, "dark", "");
    byte[] pdf =
        Base64.getDecoder().decode(tab.send("Page.printToPDF", Map.of()).getString("data"));
    assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
    // Afterwards it is a dark page again.
    await().atMost(Chromium.LIMIT).until(() -> tab.evaluate(PICTURE).equals(darkPicture));
    assertThatNothingWentWrong(tab, page);
  }

  @Test
  void hasItsTablesWithoutScript() {
    Chromium.Tab tab = chromium.newTab();
    tab.send("Emulation.setScriptExecutionDisabled", Map.of("value", true));

    tab.open(page);

    assertThat(number(tab, "document.querySelectorAll('canvas').length")).isZero();
    assertThat(number(tab, "document.querySelectorAll('table').length")).isGreaterThan(8);
    assertThat((String) tab.evaluate("document.body.innerText"))
        .contains("For throughput: processes 3, reuseport", "The charts need JavaScript");
  }

  @Test
  void namesOfUsersAreTextAndNothingElse() throws IOException {
    String name = "</script><script>window.hacked=1</script><img src=x onerror=\"hacked=1\">'&amp;";
    Comparison hostile =
        comparison(
            3,
            Synthetic.whole(
                record(arm(name, ArmKind.PROCESSES, 2), runs(200, 500, 2, 19, 20, 19), 300), 9),
            record(arm("single", ArmKind.SINGLE, 1), runs(200, 999, 1, 9, 10, 9), 100));
    Path file = written("hostile.html", hostile);
    Chromium.Tab tab = chromium.newTab();

    tab.open(file);

    assertThat(tab.evaluate("typeof window.hacked")).isEqualTo("undefined");
    assertThat(number(tab, "document.images.length")).isZero();
    assertThat(tab.evaluate("document.querySelector('tbody th').textContent")).isEqualTo(name);
    assertThat(tab.evaluate("document.querySelector('.legend li').textContent")).isEqualTo(name);
    assertThatNothingWentWrong(tab, file);
  }

  @Test
  void itsPolicyForbidsTheNetwork() {
    Chromium.Tab tab = chromium.newTab();
    tab.open(page);

    Object violated =
        tab.evaluate(
            """
            new Promise(resolve => {
              addEventListener('securitypolicyviolation', it => resolve(it.effectiveDirective));
              fetch('http://127.0.0.1:9/').catch(() => 0);
            })""");

    assertThat(violated).isEqualTo("connect-src");
  }

  private static void scheme(Chromium.Tab tab, String scheme, String media) {
    tab.send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            media,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private static double number(Chromium.Tab tab, String expression) {
    return ((Number) tab.evaluate(expression)).doubleValue();
  }

  private static void assertThatNothingWentWrong(Chromium.Tab tab, Path file) {
    assertThat(tab.events("Runtime.exceptionThrown")).isEmpty();
    assertThat(tab.events("Runtime.consoleAPICalled")).isEmpty();
    assertThat(tab.events("Log.entryAdded")).isEmpty();
    assertThat(
            tab.events("Network.requestWillBeSent").stream()
                .map(it -> it.getJsonObject("request").getString("url"))
                .filter(url -> !url.startsWith("data:")))
        .containsExactly(file.toUri().toString());
  }

  private static Path written(String name, Comparison comparison) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        ComparisonHtml.of(comparison, ComparisonFigures.of(comparison, Goal.THROUGHPUT)));
  }
}
