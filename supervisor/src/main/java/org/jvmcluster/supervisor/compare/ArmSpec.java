package org.jvmcluster.supervisor.compare;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jvmcluster.supervisor.compare.result.Arm;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.config.ListenMode;
import org.jvmcluster.supervisor.config.ServiceMode;
import org.jvmcluster.supervisor.load.LoadTarget;

/** What is compared, before it runs. */
public sealed interface ArmSpec {
  /** What a reader is told of it. */
  Arm arm();

  /**
   * This program, as a supervisor of the bundled service or of what {@code runOptions} say.
   *
   * @param workers processes, or compute threads in mode {@code threads}
   * @param runOptions further words of its command line
   */
  record Own(ServiceMode mode, int workers, ListenMode listen, List<String> runOptions)
      implements ArmSpec {
    public Own {
      requireNonNull(mode, "mode");
      requireNonNull(listen, "listen");
      runOptions = List.copyOf(runOptions);
    }

    @Override
    public Arm arm() {
      return switch (mode) {
        case SINGLE ->
            new Arm(
                "single", ArmKind.SINGLE, OptionalInt.of(1), Optional.empty(), Optional.empty());
        case THREADS ->
            new Arm(
                "threads " + workers,
                ArmKind.THREADS,
                OptionalInt.of(workers),
                Optional.empty(),
                Optional.empty());
        case PROCESSES ->
            new Arm(
                "processes " + workers + ", " + word(listen),
                ArmKind.PROCESSES,
                OptionalInt.of(workers),
                Optional.of(word(listen)),
                Optional.empty());
      };
    }

    private static String word(ListenMode listen) {
      return listen.name().toLowerCase(Locale.ROOT);
    }

    /** How many of its processes serve. */
    int servingProcesses() {
      return mode == ServiceMode.PROCESSES ? workers : 1;
    }
  }

  /** Node's cluster module, round robin, with the handlers of the bundled service. */
  record Node(int workers) implements ArmSpec {
    @Override
    public Arm arm() {
      return new Arm(
          "node cluster " + workers,
          ArmKind.NODE,
          OptionalInt.of(workers),
          Optional.empty(),
          Optional.empty());
    }
  }

  /**
   * A service that runs already.
   *
   * @param address of it; its path is not used
   */
  record Running(String name, LoadTarget address) implements ArmSpec {
    public Running {
      requireNonNull(name, "name");
      requireNonNull(address, "address");
    }

    @Override
    public Arm arm() {
      return new Arm(
          name,
          ArmKind.SERVICE,
          OptionalInt.empty(),
          Optional.empty(),
          Optional.of(
              "it ran already: its processes are not known, so there are no figures of CPU, memory,"
                  + " start, kill and restart, and others are not told from it in what the machine used"));
    }
  }

  /**
   * A service that a command starts.
   *
   * @param command words; {@code {port}} in them is the port that it is to listen on
   * @param ready path that answers with less than 400 once it is ready; empty: any answer of the
   *     path {@code /} will do
   * @param startTimeout until then
   * @param environment beside this program's own; {@code {port}} in a value likewise
   */
  record Command(
      String name,
      List<String> command,
      Optional<String> ready,
      Duration startTimeout,
      OptionalInt workers,
      Map<String, String> environment)
      implements ArmSpec {
    public Command {
      requireNonNull(name, "name");
      command = List.copyOf(command);
      requireNonNull(ready, "ready");
      requireNonNull(startTimeout, "startTimeout");
      requireNonNull(workers, "workers");
      environment = Map.copyOf(environment);
    }

    @Override
    public Arm arm() {
      return new Arm(
          name,
          ArmKind.SERVICE,
          workers,
          Optional.empty(),
          Optional.of(
              "started by a command: which of its processes serve is not known, so there are no"
                  + " figures of kill and restart"));
    }
  }
}
