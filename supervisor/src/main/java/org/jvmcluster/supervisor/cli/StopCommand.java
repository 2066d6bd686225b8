package org.jvmcluster.supervisor.cli;

import java.util.concurrent.Callable;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.control.AdminException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "stop",
    description = "Ends a running supervisor and its workers once their requests are done.")
final class StopCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Mixin WhichSupervisor which = new WhichSupervisor();

  @Option(names = "--now", description = "At once: what is in flight is cut.")
  boolean now;

  @Option(names = "--json", description = "Print one JSON object for each step, the result last.")
  boolean json;

  StopCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException, AdminException {
    OrderPrinter printer = new OrderPrinter(surroundings, json);
    return printer.outcome(which.find(surroundings).stop(now, printer::step));
  }
}
