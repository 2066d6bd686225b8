package org.jvmcluster.supervisor.cli;

import java.util.concurrent.Callable;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.control.AdminException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "dump",
    description = {
      "Shows what all threads of a worker are at, its event loops first.",
      "Works while they are blocked. Exit code 1 when the process does not answer."
    })
final class DumpCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Mixin WhichSupervisor which = new WhichSupervisor();
  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SLOT", description = "The worker's place, from 0.")
  int slot;

  DumpCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException, AdminException {
    if (slot < 0) {
      throw new ParameterException(spec.commandLine(), "SLOT is 0 or more, not " + slot);
    }
    surroundings.out().print(which.find(surroundings).dump(new Slot(slot)));
    return ExitCode.OK;
  }
}
