package org.jvmcluster.supervisor.cli;

import java.util.concurrent.Callable;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.control.AdminException;
import org.jvmcluster.supervisor.fleet.FleetSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "scale",
    description = "Has more or fewer workers, without losing a request. Waits until it is done.")
final class ScaleCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Mixin WhichSupervisor which = new WhichSupervisor();
  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "N",
      description = "Workers to have, 1 to " + FleetSettings.MAX_WORKERS + ".")
  int workers;

  @Option(names = "--json", description = "Print one JSON object for each step, the result last.")
  boolean json;

  ScaleCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException, AdminException {
    if (workers < 1 || workers > FleetSettings.MAX_WORKERS) {
      throw new ParameterException(
          spec.commandLine(), "N lies in 1.." + FleetSettings.MAX_WORKERS + ", not " + workers);
    }
    OrderPrinter printer = new OrderPrinter(surroundings, json);
    return printer.outcome(which.find(surroundings).scale(workers, printer::step));
  }
}
