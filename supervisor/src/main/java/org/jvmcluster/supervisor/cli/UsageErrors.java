package org.jvmcluster.supervisor.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.config.NearestName;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** One message for a command line that cannot be understood, with what was probably meant. */
final class UsageErrors implements IParameterExceptionHandler {
  private final Surroundings surroundings;

  UsageErrors(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public int handleParseException(ParameterException problem, String[] args) {
    CommandLine command = problem.getCommandLine();
    String message =
        problem instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched, command)
            : String.valueOf(problem.getMessage());
    surroundings.err().println("supervisor: " + message);
    surroundings
        .err()
        .println("'" + command.getCommandSpec().qualifiedName() + " --help' shows what there is");
    return ExitCode.USAGE;
  }

  private static String unmatched(UnmatchedArgumentException problem, CommandLine command) {
    String word = problem.getUnmatched().get(0);
    Collection<String> commands = root(command).getSubcommands().keySet();
    if (word.startsWith("-")) {
      String option = bareName(word);
      return "unknown option " + option + meant(option, options(command), "");
    }
    if (command.getParent() == null) {
      return "unknown command " + word + meant(word, commands, "");
    }
    if (commands.contains(word)) {
      return "the command comes first: supervisor " + word + " [options]";
    }
    return "unexpected argument '" + word + "'" + meant(word, commands, "the command ");
  }

  private static String meant(String word, Collection<String> valid, String what) {
    Optional<String> nearest = NearestName.of(word, valid);
    return nearest.map(name -> "; did you mean " + what + name + "?").orElse("");
  }

  private static String bareName(String option) {
    int value = option.indexOf('=');
    return value < 0 ? option : option.substring(0, value);
  }

  private static List<String> options(CommandLine command) {
    return new ArrayList<>(command.getCommandSpec().optionsMap().keySet());
  }

  private static CommandLine root(CommandLine command) {
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root;
  }
}
