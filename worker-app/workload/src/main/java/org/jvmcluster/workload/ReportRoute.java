package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.workload.work.Report;

/** {@code /report}: JSON of many records, which are there already or are handed over as a copy. */
final class ReportRoute {
  /** 25 MB of records, and some 50 MB of text that nobody keeps. */
  private static final int MAX_OBJECTS = 500_000;

  /** Copies of up to 50 MB each, so that a queue full of them does not fill the heap. */
  private static final int MOST_COPIES = 4;

  private static final Placement PLACEMENT = Placement.pool(TaskKind.CPU);

  private final Dispatcher dispatcher;
  private final Stock stock;
  private final AtomicInteger copies = new AtomicInteger();

  ReportRoute(Workshop shop) {
    this.dispatcher = requireNonNull(shop.dispatcher(), "dispatcher");
    this.stock = requireNonNull(shop.stock(), "stock");
  }

  Endpoint endpoint() {
    return Endpoint.placed(
        "/report",
        "[?objects=300000][&copy=true]",
        "encodes that many records as JSON; copy: handed over as bytes",
        Cost.CPU_LONG,
        PLACEMENT,
        this::answer);
  }

  private void answer(RoutingContext context) throws Refused {
    int objects = Parameters.number(context, "objects", 300_000, 0, MAX_OBJECTS);
    if (!Parameters.flag(context, "copy")) {
      Answers.outcome(
          context,
          dispatcher.run(
              context, PLACEMENT, () -> text(objects, Report.encode(stock.rows(objects)))));
      return;
    }
    dispatcher.place(context, PLACEMENT);
    if (copies.incrementAndGet() > MOST_COPIES) {
      copies.decrementAndGet();
      throw Refused.because(
          context, 503, "as many as " + MOST_COPIES + " copies are on their way already");
    }
    Future<Outcome<String>> copied;
    try {
      // What a hand-over costs that shares nothing: here, before anybody else gets a turn.
      byte[] packed = Report.pack(stock.rows(objects));
      copied =
          dispatcher.run(
              context,
              PLACEMENT,
              () -> {
                List<Report.Row> rows = Report.unpack(packed);
                return text(objects, Report.encode(rows)) + ", handed over as a copy";
              });
    } catch (Refused | RuntimeException e) {
      copies.decrementAndGet();
      throw e;
    }
    Answers.outcome(context, copied.onComplete(done -> copies.decrementAndGet()));
  }

  private static String text(int objects, long bytes) {
    return "encoded " + objects + " records as " + bytes + " bytes of JSON";
  }
}
