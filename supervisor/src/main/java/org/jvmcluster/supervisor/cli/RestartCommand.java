package org.jvmcluster.supervisor.cli;

import java.util.concurrent.Callable;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.control.AdminException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "restart",
    aliases = "reload",
    description = {
      "Replaces every worker, one after the other, without losing a request. Waits, and prints a"
          + " line for each step.",
      "Exit code 0 when every slot runs the new generation, 70 when that failed and the old workers"
          + " serve on, 75 when another restart runs."
    })
final class RestartCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Mixin WhichSupervisor which = new WhichSupervisor();

  @Option(names = "--json", description = "Print one JSON object for each step, the result last.")
  boolean json;

  RestartCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException, AdminException {
    OrderPrinter printer = new OrderPrinter(surroundings, json);
    return printer.outcome(which.find(surroundings).restart(printer::step));
  }
}
