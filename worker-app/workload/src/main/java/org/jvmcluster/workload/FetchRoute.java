package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.workload.work.NameLookup;
import org.jvmcluster.workload.work.WorkFailedException;

/**
 * {@code /fetch}: calls another service, whose name is looked up on the pool like in many clients.
 *
 * <p>It must not become a way into networks that only this machine reaches. So a name that is not
 * allowed is not even looked up; what it comes to is checked, and the connection goes to that
 * address and no other, whatever the name comes to a moment later; redirects are not followed; and
 * of the answer only status and length are told.
 */
final class FetchRoute {
  private static final Placement PLACEMENT = Placement.pool(TaskKind.DNS);

  /** Five seconds: more than any service beside us needs. */
  private static final int MAX_MILLIS = 5000;

  private static final int MAX_ANSWER_BYTES = 1024 * 1024;

  /** For each event loop and address; as many again may wait. */
  private static final int MAX_CONNECTIONS = 64;

  /** Addresses as anybody writes them; shorter forms of IPv4 count as names. */
  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]+]");

  private final Vertx vertx;
  private final Dispatcher dispatcher;
  private final AllowedNames allowed;
  private final HttpClient client;

  FetchRoute(Vertx vertx, Workshop shop) {
    this.vertx = requireNonNull(vertx, "vertx");
    this.dispatcher = requireNonNull(shop.dispatcher(), "dispatcher");
    this.allowed = requireNonNull(shop.settings().fetchAllow(), "fetchAllow");
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout(MAX_MILLIS)
                // A connection kept for later would hold up a drain of the service beside us.
                .setKeepAlive(false),
            new PoolOptions()
                .setHttp1MaxSize(MAX_CONNECTIONS)
                .setMaxWaitQueueSize(MAX_CONNECTIONS));
  }

  Endpoint endpoint() {
    return Endpoint.placed(
        "/fetch",
        "?url=U",
        "calls a service on loopback, or one that FETCH_ALLOW allows",
        Cost.IO,
        PLACEMENT,
        this::answer);
  }

  private void answer(RoutingContext context) throws Refused {
    String url = Parameters.required(context, "url", "http://127.0.0.1:8080/fast");
    URI target = target(context, url);
    boolean listed = allowed.allows(target.getHost());
    boolean address = ADDRESS.matcher(target.getHost()).matches();
    if (!listed && !address && !target.getHost().equalsIgnoreCase("localhost")) {
      throw forbidden(context, target);
    }
    Future<Outcome<String>> fetched =
        dispatcher
            .run(context, PLACEMENT, () -> NameLookup.resolve(target.getHost()))
            .compose(
                outcome -> {
                  List<InetAddress> addresses = outcome.value();
                  if (!listed && !addresses.stream().allMatch(InetAddress::isLoopbackAddress)) {
                    return Future.failedFuture(forbidden(context, target));
                  }
                  return fetch(target, addresses.get(0)).map(outcome::with);
                });
    Answers.outcome(context, fetched);
  }

  private static URI target(RoutingContext context, String url) throws Refused {
    try {
      URI target = URI.create(url);
      if (target.getHost() != null
          && "http".equals(String.valueOf(target.getScheme()).toLowerCase(Locale.ROOT))
          && target.getRawUserInfo() == null
          && target.getPort() != 0
          && target.getPort() <= 65_535) {
        return target;
      }
    } catch (IllegalArgumentException e) {
      // Said below, in the same words as for a URL of another form.
    }
    throw Refused.parameter(
        context, "url", url, "give a URL like http://127.0.0.1:8080/fast, without a user");
  }

  private static Refused forbidden(RoutingContext context, URI target) {
    return Refused.because(
        context,
        403,
        target.getHost() + " is not on loopback; set FETCH_ALLOW to a list of hosts to allow it");
  }

  private Future<String> fetch(URI target, InetAddress address) {
    int port = target.getPort() < 0 ? 80 : target.getPort();
    String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(address, port)))
            .setHost(target.getHost())
            .setPort(port)
            .setURI(target.getRawQuery() == null ? path : path + "?" + target.getRawQuery())
            .setFollowRedirects(false);
    Promise<String> promise = Promise.promise();
    client
        .request(options)
        .onSuccess(request -> send(request, target, promise))
        .onFailure(failure -> promise.tryFail(upstream(target, failure.getMessage(), failure)));
    return promise.future();
  }

  private void send(HttpClientRequest request, URI target, Promise<String> promise) {
    // For all of it: a limit between two bytes would let a drip go on for ever.
    long timer =
        vertx.setTimer(
            MAX_MILLIS,
            late -> {
              promise.tryFail(upstream(target, "did not answer in " + MAX_MILLIS + " ms", null));
              request.reset();
            });
    promise.future().onComplete(done -> vertx.cancelTimer(timer));
    request
        .send()
        .onSuccess(response -> count(request, response, target, promise))
        .onFailure(failure -> promise.tryFail(upstream(target, failure.getMessage(), failure)));
  }

  private static void count(
      HttpClientRequest request, HttpClientResponse response, URI target, Promise<String> promise) {
    long[] bytes = {0};
    response
        .handler(
            part -> {
              bytes[0] += part.length();
              if (bytes[0] > MAX_ANSWER_BYTES
                  && promise.tryFail(
                      upstream(
                          target, "answers with more than " + MAX_ANSWER_BYTES + " bytes", null))) {
                request.reset();
              }
            })
        .exceptionHandler(
            failure -> promise.tryFail(upstream(target, failure.getMessage(), failure)))
        .endHandler(
            end ->
                promise.tryComplete(
                    "fetched "
                        + target
                        + ": status "
                        + response.statusCode()
                        + ", "
                        + bytes[0]
                        + " bytes"));
  }

  private static WorkFailedException upstream(
      URI target, @Nullable String what, @Nullable Throwable cause) {
    String message = target + ": " + what;
    return cause == null
        ? new WorkFailedException(WorkFailedException.Fault.UPSTREAM, message)
        : new WorkFailedException(WorkFailedException.Fault.UPSTREAM, message, cause);
  }
}
