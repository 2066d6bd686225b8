package org.jvmcluster.supervisor.cli;

import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** What every command takes. */
final class CommonOptions {
  /** When to use colours. */
  enum Colour {
    AUTO,
    ALWAYS,
    NEVER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** How picocli colours help and errors. {@code NO_COLOR} set to anything means never. */
    Ansi ansi(Map<String, String> environment, boolean terminal) {
      return switch (this) {
        case ALWAYS -> Ansi.ON;
        case NEVER -> Ansi.OFF;
        case AUTO ->
            terminal && environment.getOrDefault("NO_COLOR", "").isEmpty() ? Ansi.ON : Ansi.OFF;
      };
    }
  }

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description = "Colours: auto (on a terminal, unless NO_COLOR is set), always or never.")
  Colour colour = Colour.AUTO;

  @Option(names = "--help", usageHelp = true, description = "Show this help and exit.")
  boolean help;

  @Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
  boolean version;
}
