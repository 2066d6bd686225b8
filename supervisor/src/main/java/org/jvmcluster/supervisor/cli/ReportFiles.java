package org.jvmcluster.supervisor.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.page.ComparisonHtml;
import org.jvmcluster.supervisor.compare.page.ComparisonJson;
import org.jvmcluster.supervisor.compare.page.ComparisonMarkdown;
import org.jvmcluster.supervisor.compare.result.Comparison;

/**
 * The report of a comparison: a page, and the same as Markdown and JSON beside it. Known to be
 * writable before anything is started; what was in the files stays until there is something to
 * write.
 */
final class ReportFiles implements AutoCloseable {
  private static final String HTML = ".html";

  private final Optional<Path> page;

  /** Empty files that were not there before; a shutdown hook may take them away. */
  private final List<Path> created;

  private ReportFiles(Optional<Path> page, List<Path> created) {
    this.page = page;
    this.created = created;
  }

  /**
   * Makes sure of them.
   *
   * @param page empty: no report is wanted, and nothing is written
   * @throws CommandFailure when one cannot be written; the message says why
   */
  static ReportFiles of(Optional<Path> page) {
    List<Path> created = new CopyOnWriteArrayList<>();
    ReportFiles files = new ReportFiles(page, created);
    if (page.isEmpty()) {
      return files;
    }
    if (!page.get().toString().endsWith(HTML)) {
      throw new CommandFailure(
          ExitCode.USAGE, "--report takes a name that ends in .html, not " + page.get());
    }
    try {
      for (Path file : files.all()) {
        boolean isNew = Files.notExists(file);
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
        if (isNew) {
          created.add(file);
        }
      }
      return files;
    } catch (IOException e) {
      files.removeUnwritten();
      throw new CommandFailure(
          ExitCode.USAGE, "--report " + page.get() + " cannot be written: " + why(e));
    }
  }

  private static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "its folder does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "no permission";
    }
    String reason = e instanceof FileSystemException named ? named.getReason() : null;
    return reason == null ? String.valueOf(e.getMessage()) : reason;
  }

  private List<Path> all() {
    return page.map(html -> List.of(html, beside(html, ".md"), beside(html, ".json")))
        .orElse(List.of());
  }

  private static Path beside(Path html, String ending) {
    String name = html.getFileName().toString();
    return html.resolveSibling(name.substring(0, name.length() - HTML.length()) + ending);
  }

  /**
   * Writes all of them, if a report is wanted.
   *
   * @throws IOException if that fails after all, such as on a full disk
   */
  void write(Comparison comparison, ComparisonFigures figures) throws IOException {
    if (page.isEmpty()) {
      return;
    }
    Path html = page.get();
    String json = ComparisonJson.of(comparison, figures).encodePrettily() + "\n";
    Files.writeString(html, ComparisonHtml.of(comparison, figures));
    Files.writeString(beside(html, ".json"), json);
    Files.writeString(beside(html, ".md"), ComparisonMarkdown.of(comparison, figures));
    created.clear();
  }

  /** Takes empty files away that a failed comparison would leave. */
  @Override
  public void close() {
    removeUnwritten();
  }

  private void removeUnwritten() {
    created.forEach(ReportFiles::remove);
    created.clear();
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException stays) {
      // An empty file beside a message that says why it is empty.
      return;
    }
  }
}
