package org.jvmcluster.runtime.inject;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ServerChannel;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.transport.Transport;
import org.jvmcluster.runtime.listen.VertxFrontDoor;

/** Gives servers the front door's channels. Unix sockets are left to the inner transport. */
final class ListenStage extends TransportStage {
  private final VertxFrontDoor door;
  private final Runnable whenServed;

  /**
   * @param whenServed called when a server of this transport was bound to a supervised port
   */
  ListenStage(Transport inner, VertxFrontDoor door, Runnable whenServed) {
    super(inner);
    this.door = requireNonNull(door, "door");
    this.whenServed = requireNonNull(whenServed, "whenServed");
  }

  @Override
  public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
    super.configure(options, domainSocket, bootstrap);
    if (!domainSocket) {
      door.prepare(bootstrap, options.isSsl());
    }
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return domainSocket
        ? super.serverChannelFactory(domainSocket)
        : () -> door.serverChannel(whenServed);
  }
}
