package org.jvmcluster.supervisor.compare.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What every page is built from: its own style and script, and uPlot with its licence. They are in
 * the jar, so that a page needs no network.
 */
record PageParts(
    String style, String script, String chartStyle, String chartScript, String chartLicence) {

  /**
   * From the class path.
   *
   * @throws IllegalStateException when the program was packaged without them
   */
  static PageParts load() {
    return new PageParts(
        text("report.css"),
        text("report.js"),
        text("uplot/uPlot.min.css"),
        text("uplot/uPlot.iife.min.js"),
        text("uplot/LICENSE"));
  }

  private static String text(String name) {
    try (InputStream stream = PageParts.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("the program lacks its own file " + name);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("reading " + name + " out of the program", e);
    }
  }
}
