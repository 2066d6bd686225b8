package org.jvmcluster.supervisor.cli;

import java.util.concurrent.Callable;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigLoader;
import org.jvmcluster.supervisor.config.ConfigSources;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "run",
    description = {
      "Runs a supervisor in the foreground: starts the workers, keeps them alive and serves the"
          + " other commands.",
      "TERM and INT stop it gracefully, a second one at once; HUP reads the configuration again and"
          + " restarts rolling."
    })
final class RunCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Spec CommandSpec spec = CommandSpec.create();

  RunCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException {
    ConfigSources sources = ConfigOptions.sources(spec, surroundings);
    ConfigLoader.Loaded loaded = ConfigOptions.load(sources, surroundings);
    return surroundings.starter().run(sources, loaded.settings());
  }
}
