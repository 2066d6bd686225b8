package org.jvmcluster.workload;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What the service answers. */
final class Routes {
  private static final String ONLY_GET = "only GET is answered here, and POST by a few";

  private Routes() {}

  /**
   * A router for one instance of the service.
   *
   * @param notReady why this worker takes no requests; empty while it does
   */
  static Router router(Vertx vertx, Workshop shop, Supplier<Optional<String>> notReady) {
    List<Endpoint> endpoints = endpoints(vertx, shop, notReady);
    String index = index(endpoints, shop.settings().mode());
    Map<String, Integer> bodies =
        endpoints.stream()
            .filter(endpoint -> endpoint.mostBodyBytes() > 0)
            .collect(Collectors.toMap(Endpoint::path, Endpoint::mostBodyBytes));
    Router router = Router.router(vertx);
    router.route().handler(Routes::name).handler(context -> refuseBody(context, bodies));
    router.get("/").handler(context -> Answers.ok(context, index));
    for (Endpoint endpoint : endpoints) {
      router.get(endpoint.path()).handler(context -> answer(endpoint, context));
      int most = endpoint.mostBodyBytes();
      if (most > 0) {
        router
            .post(endpoint.path())
            .handler(
                context -> shop.uploads().read(context, most, () -> answer(endpoint, context)));
      }
    }
    handleErrors(router, index, bodies);
    return router;
  }

  private static List<Endpoint> endpoints(
      Vertx vertx, Workshop shop, Supplier<Optional<String>> notReady) {
    List<Endpoint> endpoints = new ArrayList<>();
    endpoints.add(
        Endpoint.threadless(
            "/fast", "", "answers at once", Cost.IO, context -> Answers.ok(context, "fast")));
    endpoints.addAll(new WaitRoutes(vertx, shop).endpoints());
    endpoints.addAll(WorkRoutes.of(shop));
    endpoints.add(new ReportRoute(shop).endpoint());
    endpoints.add(new LookupRoute(vertx, shop).endpoint());
    endpoints.add(new FetchRoute(vertx, shop).endpoint());
    endpoints.add(new MatchRoute(shop).endpoint());
    endpoints.add(new ResizeRoute(shop).endpoint());
    endpoints.add(new LockRoute(vertx, shop).endpoint());
    endpoints.addAll(HealthRoutes.of(notReady));
    if (shop.settings().faults()) {
      endpoints.addAll(new FaultRoutes(shop.garbage()).endpoints());
    }
    return endpoints;
  }

  private static void answer(Endpoint endpoint, RoutingContext context) {
    try {
      endpoint.answer().to(context);
    } catch (Refused e) {
      Answers.failure(context, e);
    } catch (RuntimeException e) {
      // Behind a body there is nobody else to catch it.
      context.fail(e);
    }
  }

  private static void handleErrors(Router router, String index, Map<String, Integer> bodies) {
    router.errorHandler(
        404,
        context ->
            Answers.text(
                context,
                404,
                "404 there is no " + context.request().path() + "; there is\n" + index));
    router.errorHandler(
        405,
        context -> {
          allow(context, bodies);
          Answers.text(context, 405, "405 " + ONLY_GET);
        });
    router.errorHandler(
        400,
        context -> {
          // Without a Host it comes here before any handler of the router.
          context.response().putHeader(Answers.WORKER_HEADER, WorkerName.text());
          Answers.text(
              context,
              400,
              "400 the request cannot be read; is its URL escaped, and does it name its host?");
        });
    router.errorHandler(
        500, context -> Answers.text(context, 500, "500 the handler failed: " + context.failure()));
  }

  /** Every answer says who gave it, also the one to a request that fails. */
  private static void name(RoutingContext context) {
    context.response().putHeader(Answers.WORKER_HEADER, WorkerName.text());
    context.next();
  }

  private static void refuseBody(RoutingContext context, Map<String, Integer> bodies) {
    HttpServerRequest request = context.request();
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    boolean bodiless =
        (length == null || length.equals("0"))
            && !request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    if (bodiless
        || (request.method().equals(HttpMethod.POST) && bodies.containsKey(request.path()))) {
      context.next();
      return;
    }
    boolean mayHaveOne =
        request.method().equals(HttpMethod.POST) || request.method().equals(HttpMethod.GET);
    if (!mayHaveOne) {
      allow(context, bodies);
    }
    Uploads.refuse(
        context,
        mayHaveOne
            ? Refused.because(context, 413, "this endpoint reads no body; send none")
            : Refused.because(context, 405, ONLY_GET));
  }

  /** What HTTP wants with every 405. */
  private static void allow(RoutingContext context, Map<String, Integer> bodies) {
    context
        .response()
        .putHeader(
            HttpHeaders.ALLOW, bodies.containsKey(context.request().path()) ? "GET, POST" : "GET");
  }

  private static String index(List<Endpoint> endpoints, Mode mode) {
    StringBuilder text = new StringBuilder();
    for (Endpoint endpoint : endpoints) {
      text.append(
          String.format(
              "%-15s %-13s %-9s %s%n", // The parameters last: they are of any length.
              endpoint.path(),
              endpoint.where(mode),
              endpoint.cost().text(),
              endpoint.does()
                  + (endpoint.parameters().isEmpty()
                      ? ""
                      : ": " + endpoint.path() + endpoint.parameters())));
    }
    return text.append("on=loop|pool|thread says where the work runs\n").toString().stripTrailing();
  }
}
