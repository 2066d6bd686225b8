package org.jvmcluster.supervisor.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the small text files of {@code /proc} and {@code /sys}. Nothing here ever fails. */
final class ProcFile {
  private ProcFile() {}

  /** All lines; none where the file is missing, or the process is gone. */
  static List<String> lines(Path file) {
    try {
      // Not UTF-8: a process may call itself anything.
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return List.of();
    }
  }

  /** The value of a line {@code name: value}. */
  static Optional<String> value(Path file, String name) {
    return lines(file).stream()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst();
  }

  /** The first line of a file. */
  static Optional<String> firstLine(Path file) {
    return lines(file).stream().findFirst().map(String::strip);
  }

  /** A value like {@code 1234 kB}, in bytes. */
  static Optional<Long> kibibytes(Path file, String name) {
    return value(file, name)
        .map(text -> text.split(" ")[0])
        .filter(text -> text.matches("\\d{1,15}"))
        .map(text -> Long.parseLong(text) << 10);
  }
}
