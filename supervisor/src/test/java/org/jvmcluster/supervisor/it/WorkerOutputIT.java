package org.jvmcluster.supervisor.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What workers write comes out of the supervisor as they wrote it. */
class WorkerOutputIT {
  private static final Pattern LINE = Pattern.compile("(\\d)/1 \\| (chatter \\d (\\d{6}) x+)");
  private static final Pattern DROPPED = Pattern.compile("(\\d)/1 \\| \\[(\\d+) lines? dropped.*");

  @RegisterExtension final Supervisors supervisors = new Supervisors();

  @TempDir Path folder;

  @Test
  void everyLineIsWholeAndNamesItsWorkerHoweverMuchAllWriteAtOnce() throws Exception {
    SupervisorProcess supervisor =
        supervisors.start(
            SupervisorCommand.run(3, "--backoff", "0s,1h..1h").at(homeOf(Chatter.class)));
    supervisor.awaitStatus(
        "two ready workers and one that died twice",
        status -> {
          try {
            return supervisor.readyPids().size() == 2
                && supervisor.output().lines().stream()
                        .filter(line -> line.endsWith("| no end of line"))
                        .count()
                    == 2;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });

    List<String> lines = supervisor.output().lines();
    int[] seen = new int[3];
    for (String line : lines) {
      Matcher dropped = DROPPED.matcher(line);
      if (dropped.matches()) {
        seen[Integer.parseInt(dropped.group(1))] += Integer.parseInt(dropped.group(2));
      } else if (line.contains("chatter")) {
        Matcher whole = LINE.matcher(line);
        assertThat(whole.matches()).as("whole: %s", shortened(line)).isTrue();
        String slot = whole.group(1);
        assertThat(whole.group(2) + "\n")
            .isEqualTo(Chatter.line(slot, Integer.parseInt(whole.group(3))));
        seen[Integer.parseInt(slot)]++;
      }
    }
    // Slot 0 wrote everything twice. What a slow reader makes the supervisor drop, it counts; the
    // two other lines may be among that.
    assertThat(seen[0]).isBetween(2 * Chatter.LINES, 2 * Chatter.LINES + 4);
    assertThat(seen[1]).isBetween(Chatter.LINES, Chatter.LINES + 2);
    assertThat(seen[2]).isBetween(Chatter.LINES, Chatter.LINES + 2);
    assertThat(lines)
        .as("bytes that are no UTF-8")
        .anyMatch(line -> line.startsWith("1/1 | bad ") && line.endsWith(" end"));
  }

  private static String shortened(String line) {
    return line.length() < 200 ? line : line.substring(0, 200) + "... of " + line.length();
  }

  /** The program, with the bundled service started by another main class. */
  private Path homeOf(Class<?> main) throws IOException {
    Path home = Files.createDirectory(folder.resolve("home"));
    try (Stream<Path> jars = Files.list(SupervisorCommand.dist())) {
      for (Path jar : jars.toList()) {
        Path copy = home.resolve(jar.getFileName());
        if (jar.endsWith("workload.jar")) {
          withMain(jar, copy, main);
        } else {
          Files.copy(jar, copy);
        }
      }
    }
    return home;
  }

  private static void withMain(Path jar, Path copy, Class<?> main) throws IOException {
    try (JarFile source = new JarFile(jar.toFile())) {
      Manifest manifest = new Manifest(source.getManifest());
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
      try (OutputStream file = Files.newOutputStream(copy);
          JarOutputStream target = new JarOutputStream(file, manifest)) {
        for (JarEntry entry : source.stream().toList()) {
          if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
            try (InputStream content = source.getInputStream(entry)) {
              add(target, entry.getName(), content);
            }
          }
        }
        String name = main.getName().replace('.', '/') + ".class";
        try (InputStream content = main.getResourceAsStream("/" + name)) {
          add(target, name, content);
        }
      }
    }
  }

  private static void add(JarOutputStream target, String name, InputStream content)
      throws IOException {
    target.putNextEntry(new JarEntry(name));
    content.transferTo(target);
    target.closeEntry();
  }
}
