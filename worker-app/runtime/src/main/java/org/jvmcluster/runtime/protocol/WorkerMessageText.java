package org.jvmcluster.runtime.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.runtime.protocol.WorkerMessage.BlockedLoop;
import org.jvmcluster.runtime.protocol.WorkerMessage.Drained;
import org.jvmcluster.runtime.protocol.WorkerMessage.Failed;
import org.jvmcluster.runtime.protocol.WorkerMessage.Hello;
import org.jvmcluster.runtime.protocol.WorkerMessage.Listening;
import org.jvmcluster.runtime.protocol.WorkerMessage.Ready;
import org.jvmcluster.runtime.protocol.WorkerMessage.Report;
import org.jvmcluster.runtime.protocol.WorkerMessage.ThreadDump;
import org.jvmcluster.runtime.protocol.WorkerMessage.Warmed;

/** The text of each {@link WorkerMessage}. */
final class WorkerMessageText {
  private static final String HELLO = "hello";
  private static final String LISTENING = "listening";
  private static final String WARMED = "warmed";
  private static final String READY = "ready";
  private static final String REPORT = "report";
  private static final String THREAD_DUMP = "thread-dump";
  private static final String DRAINED = "drained";
  private static final String FAILED = "failed";

  private WorkerMessageText() {}

  static BodyWriter write(WorkerMessage message) {
    if (message instanceof Hello hello) {
      return writeHello(hello);
    } else if (message instanceof Listening listening) {
      return new BodyWriter(LISTENING).duration("sinceStartNanos", listening.sinceStart());
    } else if (message instanceof Warmed warmed) {
      return new BodyWriter(WARMED)
          .number("requests", warmed.requests())
          .duration("tookNanos", warmed.took());
    } else if (message instanceof Ready) {
      return new BodyWriter(READY);
    } else if (message instanceof Report report) {
      return writeReport(report.report());
    } else if (message instanceof ThreadDump dump) {
      return writeThreadDump(dump);
    } else if (message instanceof Drained drained) {
      return new BodyWriter(DRAINED)
          .number("cut", drained.cut())
          .number("cutRequests", drained.cutRequests())
          .duration("tookNanos", drained.took());
    } else if (message instanceof Failed failed) {
      return new BodyWriter(FAILED).field("reason", failed.reason());
    }
    throw new AssertionError("a message without text: " + message.getClass());
  }

  static Optional<WorkerMessage> read(Body body) throws ProtocolException {
    return switch (body.type()) {
      case HELLO -> Optional.of(readHello(body));
      case LISTENING -> Optional.of(new Listening(body.duration("sinceStartNanos")));
      case WARMED -> Optional.of(new Warmed(body.number("requests"), body.duration("tookNanos")));
      case READY -> Optional.of(new Ready());
      case REPORT -> Optional.of(new Report(readReport(body)));
      case THREAD_DUMP -> Optional.of(readThreadDump(body));
      case DRAINED ->
          Optional.of(
              new Drained(
                  body.number("cut"), body.number("cutRequests"), body.duration("tookNanos")));
      case FAILED -> Optional.of(new Failed(body.text("reason")));
      default -> Optional.empty();
    };
  }

  private static BodyWriter writeHello(Hello hello) {
    BodyWriter body =
        new BodyWriter(HELLO)
            .number("protocol", hello.protocol())
            .number("launch", hello.launch().number())
            .number("slot", hello.identity().slot().number())
            .number("generation", hello.identity().generation().number())
            .number("pid", hello.identity().pid())
            .field("java", hello.versions().java())
            .field("vertx", hello.versions().vertx())
            .field("netty", hello.versions().netty())
            .field("transport", hello.versions().transport());
    hello.reduced().forEach(sentence -> body.field("reduced", sentence));
    return body;
  }

  private static Hello readHello(Body body) throws ProtocolException {
    Slot slot = body.value("slot", number -> new Slot(Math.toIntExact(number)));
    Generation generation =
        body.value("generation", number -> new Generation(Math.toIntExact(number)));
    return new Hello(
        body.integer("protocol"),
        body.value("launch", LaunchId::new),
        body.value("pid", pid -> new WorkerIdentity(slot, generation, pid)),
        new Versions(
            body.text("java"), body.text("vertx"), body.text("netty"), body.text("transport")),
        body.texts("reduced"));
  }

  private static BodyWriter writeThreadDump(ThreadDump dump) {
    BodyWriter body = new BodyWriter(THREAD_DUMP).number("request", dump.request());
    dump.blocked().forEach(loop -> body.field("blocked", loop.thread(), loop.frame()));
    return body.field("text", dump.text());
  }

  private static ThreadDump readThreadDump(Body body) throws ProtocolException {
    List<BlockedLoop> blocked = new ArrayList<>();
    for (List<String> atoms : body.atoms("blocked", 2)) {
      blocked.add(new BlockedLoop(atoms.get(0), atoms.get(1)));
    }
    return new ThreadDump(body.number("request"), blocked, body.text("text"));
  }

  private static BodyWriter writeReport(WorkerReport report) {
    BodyWriter body =
        new BodyWriter(REPORT)
            .number("number", report.number())
            .number("beginNanos", report.beginNanos())
            .number("endNanos", report.endNanos());
    ReadingText.write(report.readings(), body);
    return body;
  }

  private static WorkerReport readReport(Body body) throws ProtocolException {
    long number = body.number("number");
    long beginNanos = body.number("beginNanos");
    var readings = ReadingText.read(body);
    return body.value(
        "endNanos", endNanos -> new WorkerReport(number, beginNanos, endNanos, readings));
  }
}
