package org.jvmcluster.runtime.inject;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Vertx;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.ClientMetrics;
import io.vertx.core.spi.metrics.DatagramSocketMetrics;
import io.vertx.core.spi.metrics.EventBusMetrics;
import io.vertx.core.spi.metrics.HttpClientMetrics;
import io.vertx.core.spi.metrics.HttpServerMetrics;
import io.vertx.core.spi.metrics.PoolMetrics;
import io.vertx.core.spi.metrics.TCPMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one Vert.x instance: ours for HTTP servers and worker pools, the application's own
 * for those and everything else. Where the application has none, Vert.x is told so and measures
 * nothing.
 */
final class MeteredVertx implements VertxMetrics {
  private final @Nullable VertxMetrics theirs;
  private final @Nullable VertxPools pools;
  private final Consumer<Vertx> whenCreated;

  /**
   * @param theirs null when the application measures nothing
   * @param pools measures worker pools; null when nobody does but the application
   * @param whenCreated given the instance once it exists
   */
  MeteredVertx(
      @Nullable VertxMetrics theirs, @Nullable VertxPools pools, Consumer<Vertx> whenCreated) {
    this.theirs = theirs;
    this.pools = pools;
    this.whenCreated = requireNonNull(whenCreated, "whenCreated");
  }

  @Override
  public void vertxCreated(Vertx vertx) {
    whenCreated.accept(vertx);
    if (theirs != null) {
      theirs.vertxCreated(vertx);
    }
  }

  @Override
  public HttpServerMetrics<?, ?, ?> createHttpServerMetrics(
      HttpServerOptions options, SocketAddress localAddress) {
    return new HttpServerMeter<>(
        theirs == null ? null : theirs.createHttpServerMetrics(options, localAddress));
  }

  @Override
  public @Nullable EventBusMetrics<?> createEventBusMetrics() {
    return theirs == null ? null : theirs.createEventBusMetrics();
  }

  @Override
  public @Nullable ClientMetrics<?, ?, ?> createClientMetrics(
      SocketAddress remoteAddress, String type, String namespace) {
    return theirs == null ? null : theirs.createClientMetrics(remoteAddress, type, namespace);
  }

  @Override
  public @Nullable HttpClientMetrics<?, ?, ?> createHttpClientMetrics(HttpClientOptions options) {
    return theirs == null ? null : theirs.createHttpClientMetrics(options);
  }

  @Override
  public @Nullable TCPMetrics<?> createNetServerMetrics(
      NetServerOptions options, SocketAddress localAddress) {
    return theirs == null ? null : theirs.createNetServerMetrics(options, localAddress);
  }

  @Override
  public @Nullable TCPMetrics<?> createNetClientMetrics(NetClientOptions options) {
    return theirs == null ? null : theirs.createNetClientMetrics(options);
  }

  @Override
  public @Nullable DatagramSocketMetrics createDatagramSocketMetrics(
      DatagramSocketOptions options) {
    return theirs == null ? null : theirs.createDatagramSocketMetrics(options);
  }

  @Override
  public @Nullable PoolMetrics<?, ?> createPoolMetrics(String type, String name, int maxSize) {
    PoolMetrics<?, ?> own = theirs == null ? null : theirs.createPoolMetrics(type, name, maxSize);
    return pools == null ? own : pools.metered(type, name, own);
  }

  @Override
  public void close() {
    if (theirs != null) {
      theirs.close();
    }
  }
}
