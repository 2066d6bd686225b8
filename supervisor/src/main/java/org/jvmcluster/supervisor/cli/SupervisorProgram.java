package org.jvmcluster.supervisor.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.supervisor.compare.ComparisonException;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigProblem;
import org.jvmcluster.supervisor.control.AdminException;
import org.jvmcluster.supervisor.control.NoSupervisorException;
import org.jvmcluster.supervisor.load.LoadException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** All commands as one program. */
final class SupervisorProgram {
  private static final String RUN = "run";
  private static final String RUN_OPTIONS_HEADING = "runOptionsHeading";
  private static final String RUN_OPTIONS = "runOptions";

  /** Two columns that leave the text of an option a readable width. */
  private static final int HELP_WIDTH = 100;

  private final Surroundings surroundings;
  private final CommandLine commandLine;

  SupervisorProgram(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.commandLine = build();
  }

  /**
   * Runs one command.
   *
   * @param args as the shell gave them
   * @return the exit code
   */
  int run(String... args) {
    List<String> words = withCommand(List.of(args));
    commandLine.setColorScheme(Help.defaultColorScheme(colour(words)));
    int code = commandLine.execute(words.toArray(String[]::new));
    surroundings.out().flush();
    surroundings.err().flush();
    return code;
  }

  CommandLine commandLine() {
    return commandLine;
  }

  /** Run is the default: options without a command are its options. */
  private static List<String> withCommand(List<String> args) {
    boolean asksTheProgram =
        args.size() == 1 && (args.get(0).equals("--help") || args.get(0).equals("--version"));
    if (asksTheProgram || (!args.isEmpty() && !args.get(0).startsWith("-"))) {
      return args;
    }
    List<String> words = new ArrayList<>();
    words.add(RUN);
    words.addAll(args);
    return words;
  }

  /** Read before picocli parses, since its own errors and help are to be coloured too. */
  private Help.Ansi colour(List<String> words) {
    CommonOptions.Colour colour = CommonOptions.Colour.AUTO;
    for (CommonOptions.Colour choice : CommonOptions.Colour.values()) {
      int option = words.indexOf("--color");
      boolean isNext =
          option >= 0 && words.subList(option + 1, words.size()).indexOf(choice.toString()) == 0;
      if (isNext || words.contains("--color=" + choice)) {
        colour = choice;
      }
    }
    return colour.ansi(surroundings.environment(), surroundings.outIsTerminal());
  }

  private CommandLine build() {
    CommandLine run = new CommandLine(new RunCommand(surroundings));
    ConfigOptions.addTo(run.getCommandSpec());
    CommandLine config = new CommandLine(new ConfigCommand(surroundings));
    ConfigOptions.addTo(config.getCommandSpec());
    CommandLine program =
        new CommandLine(new Root())
            .addSubcommand(run)
            .addSubcommand(new StatusCommand(surroundings))
            .addSubcommand(new RestartCommand(surroundings))
            .addSubcommand(new ScaleCommand(surroundings))
            .addSubcommand(new StopCommand(surroundings))
            .addSubcommand(new LoadCommand(surroundings))
            .addSubcommand(new CompareCommand(surroundings))
            .addSubcommand(new SimulateCommand(surroundings))
            .addSubcommand(new DumpCommand(surroundings))
            .addSubcommand(new EventsCommand(surroundings))
            .addSubcommand(new TopCommand(surroundings))
            .addSubcommand(config)
            .setOut(new PrintWriter(surroundings.out(), true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(surroundings.err(), true, StandardCharsets.UTF_8))
            // An argument is what the shell gave, whatever it begins with.
            .setExpandAtFiles(false)
            .setInterpolateVariables(false)
            .setPosixClusteredShortOptionsAllowed(false)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpWidth(HELP_WIDTH)
            .setParameterExceptionHandler(new UsageErrors(surroundings))
            .setExecutionExceptionHandler((failure, command, parsed) -> failed(failure));
    program.getCommandSpec().version(version());
    program.getSubcommands().values().forEach(sub -> sub.getCommandSpec().version(version()));
    showRunOptions(program, run.getCommandSpec());
    return program;
  }

  /** The help of the program shows the options of its default command too. */
  private static void showRunOptions(CommandLine program, CommandSpec run) {
    List<String> sections = new ArrayList<>(program.getHelpSectionKeys());
    int end = sections.indexOf(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING);
    sections.addAll(end, List.of(RUN_OPTIONS_HEADING, RUN_OPTIONS));
    program.setHelpSectionKeys(sections);
    program
        .getHelpSectionMap()
        .put(RUN_OPTIONS_HEADING, help -> help.createHeading("%nOptions of run, the default:%n"));
    program
        .getHelpSectionMap()
        .put(RUN_OPTIONS, help -> new Help(run, help.colorScheme()).optionList());
  }

  private int failed(Exception failure) {
    if (failure instanceof ConfigException config) {
      for (ConfigProblem problem : config.problems()) {
        surroundings.err().println("supervisor: " + problem);
      }
      return config.isUsageError() ? ExitCode.USAGE : ExitCode.BAD_CONFIGURATION;
    }
    if (failure instanceof CommandFailure command) {
      surroundings.err().println("supervisor: " + command.getMessage());
      return command.exitCode();
    }
    if (failure instanceof NoSupervisorException) {
      surroundings.err().println("supervisor: " + failure.getMessage());
      return ExitCode.UNAVAILABLE;
    }
    if (failure instanceof LoadException
        || failure instanceof AdminException
        || failure instanceof ComparisonException) {
      surroundings.err().println("supervisor: " + failure.getMessage());
      return ExitCode.FAILED;
    }
    surroundings.err().println("supervisor: this is a fault of the program, please report it:");
    failure.printStackTrace(surroundings.err());
    return ExitCode.FAILED;
  }

  /** Of this program; {@code unpackaged} when it runs from class files. */
  static String programVersion() {
    return Optional.ofNullable(SupervisorProgram.class.getPackage().getImplementationVersion())
        .orElse("unpackaged");
  }

  private static String version() {
    return "supervisor " + programVersion() + ", Java " + Runtime.version();
  }

  @Command(
      name = "supervisor",
      synopsisHeading = "",
      customSynopsis = {
        "supervisor [run] [options]",
        "supervisor COMMAND [options]",
        "supervisor COMMAND --help"
      },
      description = {
        "",
        "Runs N worker JVMs that share a port, keeps them alive, replaces them without losing a"
            + " request and says how fast each answers."
      },
      optionListHeading = "%nOptions:%n",
      commandListHeading = "%nCommands:%n",
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:done",
        "1:failed, or something was cut",
        "2:the command line is wrong, or asks for what this supervisor cannot do",
        "69:no supervisor there",
        "70:a restart or scale failed and was undone",
        "73:port or runtime directory in use",
        "75:another restart runs, try again",
        "78:the configuration is wrong"
      })
  static final class Root implements Runnable {
    @Mixin CommonOptions common = new CommonOptions();

    /** Never called: without a command it is run. */
    @Override
    public void run() {}
  }
}
