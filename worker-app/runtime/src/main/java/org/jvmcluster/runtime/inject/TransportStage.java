package org.jvmcluster.runtime.inject;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.transport.Transport;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A transport that is another one with something changed. What a stage does not override is the
 * inner transport's own, so each does one thing and they are put over each other in a list.
 */
abstract class TransportStage implements Transport {
  private final Transport inner;

  TransportStage(Transport inner) {
    this.inner = inner;
  }

  /** Puts stages over a transport; the last of the list is the outermost. */
  static Transport stack(Transport transport, List<UnaryOperator<Transport>> stages) {
    Transport stacked = transport;
    for (UnaryOperator<Transport> stage : stages) {
      stacked = stage.apply(stacked);
    }
    return stacked;
  }

  @Override
  public boolean supportsDomainSockets() {
    return inner.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return inner.supportFileRegion();
  }

  @Override
  public boolean isAvailable() {
    return inner.isAvailable();
  }

  @Override
  public @Nullable Throwable unavailabilityCause() {
    return inner.unavailabilityCause();
  }

  @Override
  public java.net.SocketAddress convert(SocketAddress address) {
    return inner.convert(address);
  }

  @Override
  public SocketAddress convert(java.net.SocketAddress address) {
    return inner.convert(address);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    return inner.ioHandlerFactory();
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return inner.eventLoopGroup(type, threads, threadFactory, ioRatio);
  }

  @Override
  public DatagramChannel datagramChannel() {
    return inner.datagramChannel();
  }

  @Override
  @SuppressWarnings("deprecation") // Vert.x's own signature.
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return inner.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    return inner.channelFactory(domainSocket);
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return inner.serverChannelFactory(domainSocket);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    inner.configure(channel, options);
  }

  @Override
  public void configure(
      ClientOptionsBase options, int connectTimeout, boolean domainSocket, Bootstrap bootstrap) {
    inner.configure(options, connectTimeout, domainSocket, bootstrap);
  }

  @Override
  public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
    inner.configure(options, domainSocket, bootstrap);
  }
}
