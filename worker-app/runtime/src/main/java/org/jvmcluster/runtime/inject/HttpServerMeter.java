package org.jvmcluster.runtime.inject;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.VertxConnection;
import io.vertx.core.spi.metrics.HttpServerMetrics;
import io.vertx.core.spi.observability.HttpRequest;
import io.vertx.core.spi.observability.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.FrontConnection;
import org.jvmcluster.runtime.listen.RequestInFlight;

/**
 * Marks where the requests of a server begin and end, and passes everything on to the application's
 * own metrics, which keep their own objects inside ours.
 *
 * <p>Called by Vert.x on the event loop of the connection, for every request: it allocates the one
 * object that a request in flight is.
 *
 * @param <R> what the application's metrics keep with a request
 * @param <W> with a WebSocket
 * @param <S> with a connection
 */
final class HttpServerMeter<R, W, S>
    implements HttpServerMetrics<RequestInFlight, W, HttpServerMeter.MeteredConnection> {
  private final @Nullable HttpServerMetrics<R, W, S> theirs;

  /**
   * @param theirs null when the application measures nothing here
   */
  HttpServerMeter(@Nullable HttpServerMetrics<R, W, S> theirs) {
    this.theirs = theirs;
  }

  /** A connection of the server, whether or not it came through a supervised port. */
  static final class MeteredConnection {
    private final @Nullable Object companion;
    private @Nullable FrontConnection front;
    private boolean looked;

    MeteredConnection(@Nullable Object companion) {
      this.companion = companion;
    }

    /** Vert.x does not say to which channel a connection belongs until its first request. */
    @Nullable FrontConnection front(HttpRequest request) {
      if (!looked) {
        looked = true;
        front =
            request instanceof HttpServerRequest served
                    && served.connection() instanceof VertxConnection connection
                ? FrontConnection.of(connection.channel())
                : null;
      }
      return front;
    }
  }

  @Override
  public MeteredConnection connected(SocketAddress remoteAddress, String remoteName) {
    return new MeteredConnection(
        theirs == null ? null : theirs.connected(remoteAddress, remoteName));
  }

  @Override
  public void disconnected(MeteredConnection connection, SocketAddress remoteAddress) {
    if (theirs != null) {
      theirs.disconnected(theirs(connection), remoteAddress);
    }
  }

  @Override
  public RequestInFlight requestBegin(MeteredConnection connection, HttpRequest request) {
    return RequestInFlight.begin(
        connection.front(request),
        theirs == null ? null : theirs.requestBegin(theirs(connection), request));
  }

  @Override
  public void requestEnd(@Nullable RequestInFlight request, HttpRequest httpRequest, long bytes) {
    if (theirs != null && request != null) {
      theirs.requestEnd(theirs(request), httpRequest, bytes);
    }
  }

  @Override
  public void requestReset(@Nullable RequestInFlight request) {
    if (request != null) {
      request.lost();
      if (theirs != null) {
        theirs.requestReset(theirs(request));
      }
    }
  }

  @Override
  public void responseBegin(RequestInFlight request, HttpResponse response) {
    if (theirs != null) {
      theirs.responseBegin(theirs(request), response);
    }
  }

  @Override
  public RequestInFlight responsePushed(
      MeteredConnection connection, HttpMethod method, String uri, HttpResponse response) {
    // Nobody asked for a pushed response, so none is in flight and none has waited.
    return RequestInFlight.begin(
        null,
        theirs == null ? null : theirs.responsePushed(theirs(connection), method, uri, response));
  }

  @Override
  public void responseEnd(@Nullable RequestInFlight request, HttpResponse response, long bytes) {
    if (request != null) {
      request.answered();
      if (theirs != null) {
        theirs.responseEnd(theirs(request), response, bytes);
      }
    }
  }

  @Override
  public @Nullable W connected(
      MeteredConnection connection, RequestInFlight request, ServerWebSocket webSocket) {
    // It may stay for days; as a request in flight it would hold the gate shut.
    request.lost();
    return theirs == null ? null : theirs.connected(theirs(connection), theirs(request), webSocket);
  }

  @Override
  public void disconnected(W webSocket) {
    if (theirs != null) {
      theirs.disconnected(webSocket);
    }
  }

  @Override
  public void requestRouted(RequestInFlight request, String route) {
    if (theirs != null) {
      theirs.requestRouted(theirs(request), route);
    }
  }

  @Override
  public void bytesRead(MeteredConnection connection, SocketAddress remoteAddress, long bytes) {
    if (theirs != null) {
      theirs.bytesRead(theirs(connection), remoteAddress, bytes);
    }
  }

  @Override
  public void bytesWritten(MeteredConnection connection, SocketAddress remoteAddress, long bytes) {
    if (theirs != null) {
      theirs.bytesWritten(theirs(connection), remoteAddress, bytes);
    }
  }

  @Override
  public void exceptionOccurred(
      MeteredConnection connection, SocketAddress remoteAddress, Throwable failure) {
    if (theirs != null) {
      theirs.exceptionOccurred(theirs(connection), remoteAddress, failure);
    }
  }

  @Override
  public void close() {
    if (theirs != null) {
      theirs.close();
    }
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // What their connected() returned, null or not.
  private S theirs(@Nullable MeteredConnection connection) {
    return (S) (connection == null ? null : connection.companion);
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // What their requestBegin() returned, null or not.
  private R theirs(RequestInFlight request) {
    return (R) request.companion();
  }
}
