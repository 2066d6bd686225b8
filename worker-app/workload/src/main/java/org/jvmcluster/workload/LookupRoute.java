package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import io.vertx.ext.web.RoutingContext;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.workload.work.NameLookup;
import org.jvmcluster.workload.work.WorkFailedException;

/** {@code /lookup}: the addresses of a name, of those that the service may be asked for. */
final class LookupRoute {
  /** Who looks it up. */
  private enum Resolver {
    /** The C library, by a call that blocks its thread. */
    JDK,

    /** Vert.x, which asks the name servers itself and holds no thread meanwhile. */
    ASYNC
  }

  private static final Placement PLACEMENT = Placement.pool(TaskKind.DNS);

  private final Vertx vertx;
  private final Dispatcher dispatcher;
  private final AllowedNames allowed;

  LookupRoute(Vertx vertx, Workshop shop) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.dispatcher = requireNonNull(shop.dispatcher(), "dispatcher");
    this.allowed = requireNonNull(shop.settings().lookupAllow(), "lookupAllow");
  }

  Endpoint endpoint() {
    return Endpoint.placed(
        "/lookup",
        "?host=H[&resolver=jdk|async]",
        "looks up a name that LOOKUP_ALLOW allows",
        Cost.IO,
        PLACEMENT,
        this::answer);
  }

  private void answer(RoutingContext context) throws Refused {
    String host = Parameters.required(context, "host", "localhost");
    Resolver resolver = Parameters.choice(context, "resolver", Resolver.JDK);
    if (!allowed.allows(host)) {
      throw Refused.because(
          context,
          403,
          "host is none that may be looked up here; set LOOKUP_ALLOW to allow more than "
              + String.join(",", allowed.patterns()));
    }
    switch (resolver) {
      case JDK ->
          Answers.outcome(
              context,
              dispatcher.run(
                  context, PLACEMENT, () -> text(host, resolver, NameLookup.resolve(host))));
      case ASYNC -> async(context, host);
    }
  }

  private void async(RoutingContext context, String host) throws Refused {
    if (Parameters.text(context, "on").isPresent()) {
      throw Refused.because(
          context, 400, "resolver=async needs no thread to run on; leave one of the two out");
    }
    ((VertxInternal) vertx)
        .nameResolver()
        .resolve(host)
        .onSuccess(address -> Answers.ok(context, text(host, Resolver.ASYNC, List.of(address))))
        .onFailure(
            failure ->
                Answers.failure(
                    context,
                    new WorkFailedException(
                        WorkFailedException.Fault.UPSTREAM,
                        host + " has no address, or no name server answered in time",
                        failure)));
  }

  private static String text(String host, Resolver resolver, List<InetAddress> addresses) {
    return host
        + " is "
        + addresses.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(", "))
        + " by the "
        + Parameters.wireName(resolver)
        + " resolver";
  }
}
