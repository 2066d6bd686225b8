package org.jvmcluster.supervisor.compare.page;

import java.util.List;
import java.util.stream.Collectors;

/** Pieces of HTML. Every text goes through {@link #escaped}: names and paths come from users. */
final class Markup {
  /** Longer cells are sentences: they wrap, figures never do. */
  private static final int LONG = 24;

  /** Longer names wrap too. */
  private static final int LONG_NAME = 32;

  private Markup() {}

  /** For the content of an element and for an attribute in double quotes. */
  static String escaped(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(Character.isISOControl(c) && c != '\n' ? ' ' : c);
      }
    }
    return safe.toString();
  }

  static String paragraph(String text) {
    return "<p>" + escaped(text) + "</p>\n";
  }

  static String list(List<String> sentences) {
    return sentences.isEmpty()
        ? ""
        : sentences.stream()
            .map(it -> "<li>" + escaped(it) + "</li>")
            .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>\n"));
  }

  /** A heading that the table of contents leads to. */
  static String heading(String id, String text) {
    return "<h2 id=\"" + id + "\">" + escaped(text) + "</h2>\n";
  }

  /** What lights a row up, by its cells; the empty string for nothing. */
  interface RowClass {
    String of(List<String> row);
  }

  static String table(Table table) {
    return table(table, row -> "");
  }

  /** In a box of its own that scrolls where the page is narrower; it can be reached by keyboard. */
  static String table(Table table, RowClass rowClass) {
    if (table.isEmpty()) {
      return "";
    }
    StringBuilder html = new StringBuilder();
    html.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .append(escaped(table.caption()))
        .append("\"><table>\n<caption><span>")
        .append(escaped(table.caption()))
        .append("</span></caption>\n<thead><tr>");
    for (int i = 0; i < table.columns().size(); i++) {
      html.append("<th scope=\"col\"")
          .append(table.holdsWords(i) ? " class=\"words\">" : ">")
          .append(escaped(table.columns().get(i).strip()))
          .append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      String name = rowClass.of(row);
      html.append(name.isEmpty() ? "<tr>" : "<tr class=\"" + name + "\">");
      for (int i = 0; i < row.size(); i++) {
        html.append(cell(table, i, row.get(i)));
      }
      html.append("</tr>\n");
    }
    return html.append("</tbody></table></div>\n").toString();
  }

  private static String cell(Table table, int column, String text) {
    String words = table.holdsWords(column) ? "words" : "";
    if (column == 0) {
      String kind = text.length() > LONG_NAME ? "words long" : words;
      return "<th scope=\"row\" class=\"" + kind + "\">" + escaped(text) + "</th>";
    }
    String kind = text.length() > LONG ? "words long" : words;
    return "<td" + (kind.isEmpty() ? ">" : " class=\"" + kind + "\">") + escaped(text) + "</td>";
  }
}
