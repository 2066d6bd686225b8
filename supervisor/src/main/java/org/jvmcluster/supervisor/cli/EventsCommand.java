package org.jvmcluster.supervisor.cli;

import java.util.concurrent.Callable;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.control.AdminException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "events",
    description = "Shows what happened to the workers: starts, exits, restarts, with reasons.")
final class EventsCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Mixin WhichSupervisor which = new WhichSupervisor();

  @Option(names = "--follow", description = "Go on with what happens from now on, until stopped.")
  boolean follow;

  @Option(names = "--json", description = "Print one JSON object a line.")
  boolean json;

  EventsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException, AdminException {
    OrderPrinter printer = new OrderPrinter(surroundings, json);
    which
        .find(surroundings)
        .events(
            follow,
            event -> {
              printer.step(event);
              if (surroundings.out().checkError()) {
                throw new CommandFailure(ExitCode.FAILED, "nobody reads the events any more");
              }
            });
    return ExitCode.OK;
  }
}
