package org.jvmcluster.supervisor.cli;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.Callable;
import org.jvmcluster.supervisor.config.ConfigDocument;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigKeys;
import org.jvmcluster.supervisor.config.Settings;
import org.jvmcluster.supervisor.control.AdminException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "config",
    description = {
      "Shows the configuration that a supervisor started with the same options would have, as lines"
          + " of a configuration file.",
      "Takes every option of run. Exit code 78 when something in it is wrong."
    })
final class ConfigCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Spec CommandSpec spec = CommandSpec.create();

  @Option(names = "--explain", description = "Show where each value comes from.")
  boolean explain;

  @Option(
      names = "--running",
      description = "Ask the supervisor that runs on the port, instead of reading it anew.")
  boolean running;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  ConfigCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException, AdminException {
    Settings settings =
        ConfigOptions.load(ConfigOptions.sources(spec, surroundings), surroundings).settings();
    JsonObject document =
        running
            ? RunningSupervisor.on(settings.of(ConfigKeys.PORT).value(), surroundings).config()
            : ConfigDocument.json(settings);
    surroundings.out().print(text(document));
    return ExitCode.OK;
  }

  private String text(JsonObject document) {
    if (json) {
      return document.encodePrettily() + "\n";
    }
    return explain ? ConfigDocument.explained(document) : ConfigDocument.yaml(document);
  }
}
