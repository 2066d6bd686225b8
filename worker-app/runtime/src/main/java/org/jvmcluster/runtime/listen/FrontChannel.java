package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AbstractServerChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollServerSocketChannel;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The server channel that Vert.x binds. It has no descriptor: which sockets stand behind it turns
 * out only at the bind, since a transport makes the channel before it learns the port. For a
 * supervised port those are the supervisor's, served by an {@link AcceptLoop}; for any other a
 * socket of its own is bound, as without the runtime.
 *
 * <p>On the loop of Vert.x's acceptor, as Netty calls it. Never blocks.
 */
final class FrontChannel extends AbstractServerChannel {
  /**
   * Carries the bootstrap to the channel that it makes. Netty hands every option of a bootstrap to
   * its channel, so this needs no state beside the two.
   */
  static final ChannelOption<ServerBootstrap> BOOTSTRAP =
      ChannelOption.valueOf(FrontChannel.class, "bootstrap");

  /** Whether the server speaks TLS; carried likewise. */
  static final ChannelOption<Boolean> SPEAKS_TLS =
      ChannelOption.valueOf(FrontChannel.class, "speaksTls");

  private final FrontPorts ports;
  private final Runnable whenServed;
  private final FrontChannelConfig config = new FrontChannelConfig(this);
  private @Nullable ServerBootstrap bootstrap;
  private @Nullable ServedPort served;
  private @Nullable EpollServerSocketChannel plain;
  private @Nullable SocketAddress local;
  private volatile boolean open = true;
  private volatile boolean active;

  /**
   * @param whenServed called when a supervised port was bound
   */
  FrontChannel(FrontPorts ports, Runnable whenServed) {
    this.ports = requireNonNull(ports, "ports");
    this.whenServed = requireNonNull(whenServed, "whenServed");
  }

  /** Called before the bind, from the option. */
  void bootstrap(ServerBootstrap maker) {
    bootstrap = maker;
  }

  @Override
  protected void doBind(SocketAddress address) throws Exception {
    ServerBootstrap maker = bootstrap;
    if (maker == null) {
      throw new BindException(
          "the runtime's server channel was made without its bootstrap; this Vert.x does not call"
              + " Transport.configure before it binds, which the runtime relies on");
    }
    if (!(address instanceof InetSocketAddress asked)) {
      throw new BindException("not a TCP address: " + address);
    }
    ServedPort supervised = ports.find(asked.getPort());
    if (supervised == null) {
      EpollServerSocketChannel back = PlainListener.bind(this, asked, maker);
      plain = back;
      local = back.localAddress();
    } else {
      local = ServedAddress.of(supervised.port(), asked);
      supervised.bind(maker);
      served = supervised;
      whenServed.run();
    }
    active = true;
  }

  @Override
  protected void doBeginRead() {
    // Nothing to begin: the accept loop runs when the worker opens its door.
  }

  /** Netty's {@code autoRead} of this channel changed. */
  void autoReadChanged(boolean reads) {
    ServedPort supervised = served;
    if (supervised != null) {
      supervised.pause(!reads);
    }
    EpollServerSocketChannel back = plain;
    if (back != null) {
      back.config().setAutoRead(reads);
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // A descriptor that fails to close is closed.
  protected void doClose() {
    open = false;
    active = false;
    ServedPort supervised = served;
    if (supervised != null) {
      served = null;
      supervised.unbind();
    }
    EpollServerSocketChannel back = plain;
    if (back != null) {
      back.close();
    }
  }

  @Override
  protected @Nullable SocketAddress localAddress0() {
    return local;
  }

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return true;
  }

  @Override
  public ChannelConfig config() {
    return config;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isActive() {
    return active;
  }
}
