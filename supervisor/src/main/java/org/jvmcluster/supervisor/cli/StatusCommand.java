package org.jvmcluster.supervisor.cli;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.Callable;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.control.AdminException;
import org.jvmcluster.supervisor.report.StatusTable;
import org.jvmcluster.supervisor.report.Window;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "status",
    description = "Shows the workers of a running supervisor and how fast each answers.")
final class StatusCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin CommonOptions common = new CommonOptions();
  @Mixin WhichSupervisor which = new WhichSupervisor();

  @Option(
      names = "--window",
      paramLabel = "10s|1m|all",
      defaultValue = "10s",
      converter = WindowConverter.class,
      description =
          "Figures of the last 10 s, of the last minute, or since the start. Default: 10s.")
  Window window = Window.LAST_10_SECONDS;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  StatusCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException, AdminException {
    JsonObject status = which.find(surroundings).status(window);
    surroundings.out().print(json ? status.encodePrettily() + "\n" : StatusTable.of(status));
    return ExitCode.OK;
  }

  static final class WindowConverter implements ITypeConverter<Window> {
    @Override
    public Window convert(String text) {
      try {
        return Window.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
