package org.jvmcluster.supervisor.cli;

import static java.util.Objects.requireNonNull;

import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import org.jvmcluster.supervisor.RunConsole;
import org.jvmcluster.supervisor.report.StatusTable;

/** What a foreground supervisor prints: its address, the table of workers, what to try next. */
final class RunScreen implements RunConsole {
  private static final int DEFAULT_PORT = 3100;

  private final PrintStream out;
  private final PrintStream err;

  RunScreen(PrintStream out, PrintStream err) {
    this.out = requireNonNull(out, "out");
    this.err = requireNonNull(err, "err");
  }

  @Override
  public void opened(String host, int port, long pid) {
    out.println("supervisor listens on " + url(host, port) + ", pid " + pid);
  }

  @Override
  public void starting(JsonObject status) {
    out.println();
    out.print(StatusTable.of(status));
    out.flush();
  }

  @Override
  public void ready(JsonObject status) {
    JsonObject supervisor = status.getJsonObject("supervisor");
    int port = supervisor.getInteger("port");
    String option = port == DEFAULT_PORT ? "" : " --port " + port;
    String url = url(supervisor.getString("host"), port);
    out.println();
    out.print(StatusTable.of(status));
    out.println();
    out.println("all workers are ready: " + url);
    out.println("try next:  scripts/cpu-load.sh 20" + (option.isEmpty() ? "" : " --url " + url));
    out.println("           scripts/supervisor status" + option);
    out.println("           scripts/supervisor restart" + option);
    out.flush();
  }

  @Override
  public void lastWords(String text) {
    err.println(text);
  }

  private static String url(String host, int port) {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/";
  }
}
