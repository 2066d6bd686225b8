package org.jvmcluster.supervisor.cli;

import io.vertx.core.json.JsonObject;
import java.io.PrintStream;
import java.time.ZoneId;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.report.EventLine;

/** Prints the steps of an order as they happen, and turns its outcome into an exit code. */
final class OrderPrinter {
  private final Surroundings surroundings;
  private final boolean json;

  OrderPrinter(Surroundings surroundings, boolean json) {
    this.surroundings = surroundings;
    this.json = json;
  }

  /** A step, or an event: one line on stdout, out at once. */
  void step(JsonObject event) {
    PrintStream out = surroundings.out();
    out.println(json ? event.encode() : EventLine.text(event, ZoneId.systemDefault()));
    out.flush();
  }

  /** The result: on stdout if all went well, otherwise on stderr; as JSON always on stdout. */
  int outcome(Outcome outcome) {
    int code = exitCode(outcome);
    if (json) {
      surroundings
          .out()
          .println(
              new JsonObject().put("result", word(outcome)).put("text", outcome.text()).encode());
    } else if (code == ExitCode.OK) {
      surroundings.out().println(outcome.text());
    } else {
      surroundings.err().println("supervisor: " + outcome.text());
    }
    return code;
  }

  private static int exitCode(Outcome outcome) {
    // A chain, since Java 17 has no switch over sealed types.
    if (outcome instanceof Outcome.Done) {
      return ExitCode.OK;
    }
    if (outcome instanceof Outcome.Busy) {
      return ExitCode.BUSY;
    }
    if (outcome instanceof Outcome.Refused) {
      return ExitCode.USAGE;
    }
    return outcome instanceof Outcome.Undone ? ExitCode.UNDONE : ExitCode.FAILED;
  }

  private static String word(Outcome outcome) {
    return switch (exitCode(outcome)) {
      case ExitCode.OK -> "done";
      case ExitCode.USAGE -> "refused";
      case ExitCode.BUSY -> "busy";
      case ExitCode.UNDONE -> "undone";
      default -> "failed";
    };
  }
}
