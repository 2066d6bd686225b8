package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;

/**
 * Takes every option that a server may be given. Those of the listening socket have no effect on a
 * supervised port, whose sockets the supervisor made; a port that is bound here gets them from the
 * bootstrap.
 */
final class FrontChannelConfig extends DefaultChannelConfig {
  private final FrontChannel front;

  FrontChannelConfig(FrontChannel front) {
    super(front);
    this.front = requireNonNull(front, "front");
  }

  @Override
  public <T> boolean setOption(ChannelOption<T> option, T value) {
    if (option.equals(FrontChannel.BOOTSTRAP)) {
      front.bootstrap((ServerBootstrap) value);
    } else {
      super.setOption(option, value);
    }
    // Known or not, it is dealt with; false would make Netty warn.
    return true;
  }

  @Override
  @SuppressWarnings("deprecation") // The type Netty still declares.
  public io.netty.channel.ChannelConfig setAutoRead(boolean autoRead) {
    boolean changed = isAutoRead() != autoRead;
    super.setAutoRead(autoRead);
    if (changed) {
      front.autoReadChanged(autoRead);
    }
    return this;
  }
}
