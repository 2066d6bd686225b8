package org.jvmcluster.supervisor.control;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.report.EventLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener of the admin API: HTTP/1.1, JSON, on a unix socket for operators (works with {@code
 * curl --unix-socket}), or on a loopback port for those who only read.
 *
 * <p>Every answer to a GET is made from what is known at that moment; no worker is asked, so none
 * can delay it. A thread dump is the exception, with a limit. How a POST is answered, {@link
 * OrderAnswer} says.
 *
 * <p>Errors are {@code {"error": "a sentence"}}: 400 for a bad parameter, 403 for a stranger, 404
 * with all {@code "paths"} for an unknown one, 405 with {@code Allow}.
 *
 * <p>Runs on an event loop of the Vert.x it is given. {@link #openOnSocket}, {@link
 * #openReadOnlyOnPort} and {@link #close} block for moments and are not for event loops.
 */
public final class AdminServer implements AutoCloseable {
  /** Between two requests of a probe pass seconds; a person at a raw socket has to hurry. */
  static final Duration IDLE_LIMIT = Duration.ofSeconds(30);

  /** Local work of milliseconds. */
  private static final Duration OPEN_LIMIT = Duration.ofSeconds(10);

  /** For clients to take the rest of their answers; the result of a stop is among them. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);

  private final HttpServer server;
  private final AdminRoutes routes;
  private final Context context;
  private final @Nullable Path socket;

  private AdminServer(
      HttpServer server, AdminRoutes routes, Context context, @Nullable Path socket) {
    this.server = server;
    this.routes = routes;
    this.context = context;
    this.socket = socket;
  }

  /**
   * Listens at {@code socket}, a path where no file is yet, for this process's user and root.
   *
   * @param vertx with native transport, which unix sockets need
   * @throws IOException when it cannot be made
   */
  public static AdminServer openOnSocket(
      Vertx vertx, Path socket, AdminBackend backend, EventLog events) throws IOException {
    return openOnSocket(vertx, socket, backend, events, IDLE_LIMIT);
  }

  static AdminServer openOnSocket(
      Vertx vertx, Path socket, AdminBackend backend, EventLog events, Duration idleLimit)
      throws IOException {
    TrustedPeers trusted = TrustedPeers.ofThisProcess();
    return open(
        vertx,
        SocketAddress.domainSocketAddress(socket.toString()),
        socket,
        new AdminRoutes(vertx, backend, events, false),
        new AdminConnections(vertx, idleLimit),
        request -> isTrusted(request, trusted));
  }

  /**
   * Listens on a loopback port for GET. The name in {@code Host} must be one of loopback, so that
   * no web page that a browser on this machine shows can read the answers under a name of its own.
   *
   * @param port 0 for one that the kernel chooses
   * @throws IOException when the port is taken
   */
  public static AdminServer openReadOnlyOnPort(
      Vertx vertx, int port, AdminBackend backend, EventLog events) throws IOException {
    return open(
        vertx,
        SocketAddress.inetSocketAddress(port, "127.0.0.1"),
        null,
        new AdminRoutes(vertx, backend, events, true),
        new AdminConnections(vertx, IDLE_LIMIT),
        AdminServer::isForLoopback);
  }

  private static AdminServer open(
      Vertx vertx,
      SocketAddress address,
      @Nullable Path socket,
      AdminRoutes routes,
      AdminConnections connections,
      Predicate<HttpServerRequest> isAllowed)
      throws IOException {
    // One context for the listener, its connections and close: they share what needs no lock then.
    Context context = ((VertxInternal) vertx).createEventLoopContext();
    HttpServer server =
        vertx
            .createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
            .connectionHandler(connections::opened)
            .requestHandler(
                request -> {
                  connections.requested(request);
                  if (isAllowed.test(request)) {
                    routes.handle(request);
                  } else {
                    JsonAnswer.refuse(
                        request,
                        403,
                        "only for the supervisor's own user and root, or under a name of loopback");
                  }
                });
    try {
      await(on(context, () -> server.listen(address)), OPEN_LIMIT);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("cannot open the admin API at " + address, e);
    }
    return new AdminServer(server, routes, context, socket);
  }

  private static boolean isTrusted(HttpServerRequest request, TrustedPeers trusted) {
    // Vert.x keeps the channel behind its public interface; without it nobody is trusted.
    return request.connection() instanceof HttpServerConnection connection
        && trusted.include(connection.channelHandlerContext().channel());
  }

  private static boolean isForLoopback(HttpServerRequest request) {
    HostAndPort authority = request.authority();
    if (authority == null) {
      return false;
    }
    String host = authority.host().toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        || host.equals("[::1]")
        || host.equals("::1")
        || host.matches("127(\\.\\d{1,3}){3}");
  }

  /** The port it listens on; empty on a unix socket. */
  public OptionalInt port() {
    return socket == null ? OptionalInt.of(server.actualPort()) : OptionalInt.empty();
  }

  /**
   * Ends what would go on for ever, waits up to two seconds for answers that are on their way, and
   * closes everything.
   */
  @Override
  public void close() {
    try {
      Future<Void> closed =
          on(
              context,
              () -> {
                routes.close();
                return server.shutdown(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
              });
      await(closed, CLOSE_LIMIT.plus(OPEN_LIMIT));
    } catch (ExecutionException | TimeoutException | IOException e) {
      LOG.warn("closing the admin API: {}", e.toString());
    }
    if (socket != null) {
      try {
        Files.deleteIfExists(socket);
      } catch (IOException e) {
        LOG.warn("{} is left behind: {}", socket, e.toString());
      }
    }
  }

  private static <T> Future<T> on(Context context, Supplier<Future<T>> action) {
    Promise<T> done = Promise.promise();
    context.runOnContext(then -> action.get().onComplete(done));
    return done.future();
  }

  private static void await(Future<?> future, Duration limit)
      throws ExecutionException, TimeoutException, IOException {
    try {
      future.toCompletionStage().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
