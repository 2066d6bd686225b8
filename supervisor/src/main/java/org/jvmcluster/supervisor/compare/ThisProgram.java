package org.jvmcluster.supervisor.compare;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How this very program is started once more: the same JVM, options and classes. */
final class ThisProgram {
  private static final String MAIN = "org.jvmcluster.supervisor.cli.Main";

  /** The start script leaves the program's jar in a descriptor of this process, without a name. */
  private static final String OWN_DESCRIPTOR = "/proc/self/fd/";

  private ThisProgram() {}

  /** The words of a command line. */
  static List<String> command(List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // An agent is for this process: a second one could not have the same port or file.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-agent") && !option.startsWith("-javaagent"))
        .forEach(words::add);
    words.addAll(List.of("-cp", classPath(System.getProperty("java.class.path", ""))));
    words.add(MAIN);
    words.addAll(arguments);
    return words;
  }

  private static String classPath(String own) {
    String seenByOthers = "/proc/" + ProcessHandle.current().pid() + "/fd/";
    return Stream.of(own.split(":"))
        .map(
            entry ->
                entry.startsWith(OWN_DESCRIPTOR)
                    ? seenByOthers + entry.substring(OWN_DESCRIPTOR.length())
                    : entry)
        .collect(Collectors.joining(":"));
  }
}
