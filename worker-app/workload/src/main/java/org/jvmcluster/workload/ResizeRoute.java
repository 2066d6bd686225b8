package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import org.jvmcluster.runtime.api.Permits;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.workload.work.Jpeg;

/** {@code /resize}: a small picture of a photograph, made up or sent. */
final class ResizeRoute {
  private static final int MAX_BODY_BYTES = 25_000_000;

  /** In pixels: the width of a picture in a text. */
  private static final int WIDTH = 800;

  /** Pictures that are decoded at once: up to 72 MB of heap each. */
  private static final int MOST_DECODED = 4;

  /** As many as may wait in the pool by default. */
  private static final int MOST_WAITING = 1000;

  private static final Placement PLACEMENT = Placement.pool(TaskKind.CPU);

  private final Dispatcher dispatcher;
  private final Stock stock;
  private final Permits permits = Permits.of(MOST_DECODED, MOST_WAITING);

  ResizeRoute(Workshop shop) {
    this.dispatcher = requireNonNull(shop.dispatcher(), "dispatcher");
    this.stock = requireNonNull(shop.stock(), "stock");
  }

  Endpoint endpoint() {
    return Endpoint.placed(
            "/resize",
            "[?megapixels=12]",
            "decodes a JPEG and averages it to 800 pixels; POST: the body",
            Cost.CPU_LONG,
            PLACEMENT,
            this::answer)
        .withBody(MAX_BODY_BYTES);
  }

  private void answer(RoutingContext context) throws Refused {
    Optional<Buffer> body = Uploads.body(context);
    if (body.isPresent()) {
      Answers.outcome(context, shrink(context, body.get().getBytes()));
      return;
    }
    int megapixels = Parameters.number(context, "megapixels", 12, 1, Jpeg.MAX_MEGAPIXELS);
    dispatcher.place(context, PLACEMENT);
    // Made on the pool wherever it is shrunk: that is the work to look at, and the first request
    // shall not differ from the second.
    Future.fromCompletionStage(
            stock.photo(megapixels, size -> dispatcher.prepare(() -> Jpeg.make(size))),
            Vertx.currentContext())
        .onSuccess(
            photo -> {
              try {
                Answers.outcome(context, shrink(context, photo));
              } catch (Refused e) {
                Answers.failure(context, e);
              }
            })
        .onFailure(failure -> Answers.failure(context, failure));
  }

  private Future<Outcome<String>> shrink(RoutingContext context, byte[] jpeg) throws Refused {
    return dispatcher.run(
        context,
        PLACEMENT,
        () -> {
          Jpeg.Thumbnail small = Jpeg.shrink(jpeg, WIDTH);
          return "resized "
              + small.sourceWidth()
              + " x "
              + small.sourceHeight()
              + " to "
              + small.width()
              + " x "
              + small.height()
              + " pixels";
        },
        permits);
  }
}
