package org.jvmcluster.supervisor.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words that repeat a comparison, for a report that others read: it names no host but this
 * machine's loopback, and no folder.
 */
final class RepeatedCommand {
  /** Options whose value is a file. */
  private static final Set<String> FILES = Set.of("--arms", "--report");

  private static final String RUN_OPTION = "--run-opt";

  private static final Pattern URL =
      Pattern.compile("(.*http://)([^/:\\[]+|\\[[^]]*\\])((?::\\d+)?/?.*)");

  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private RepeatedCommand() {}

  /** Of the words that followed the program's name. */
  static List<String> of(List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("supervisor"));
    // With a parent's words picocli hands out those behind the command only.
    if (arguments.isEmpty() || !arguments.get(0).equals("compare")) {
      words.add("compare");
    }
    String before = "";
    for (String word : arguments) {
      words.add(shown(before, word));
      before = word;
    }
    return List.copyOf(words);
  }

  private static String shown(String before, String word) {
    // What follows this one is its value, though it looks like an option.
    boolean isValue = before.equals(RUN_OPTION);
    int equals = word.startsWith("--") && !isValue ? word.indexOf('=') : -1;
    String option = equals < 0 ? before : word.substring(0, equals);
    String head = word.substring(0, equals + 1);
    String value = word.substring(equals + 1);
    if (FILES.contains(option)) {
      return head + fileName(value);
    }
    if (option.equals(RUN_OPTION)) {
      int inner = value.lastIndexOf('=');
      return head + value.substring(0, inner + 1) + fileName(value.substring(inner + 1));
    }
    return option.equals("--url") ? head + withoutHost(value) : word;
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String withoutHost(String url) {
    Matcher matcher = URL.matcher(url);
    return matcher.matches() && !LOOPBACK.contains(matcher.group(2))
        ? matcher.group(1) + "HOST" + matcher.group(3)
        : url;
  }
}
