package org.jvmcluster.supervisor.control;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * Who may speak to a supervisor over its sockets: its own user and root. The kernel vouches for the
 * user at the other end (SO_PEERCRED, see unix(7)); the mode of the directory keeps others out
 * already, this holds even when somebody changes it.
 *
 * @param ownUid the user this process runs as
 */
record TrustedPeers(int ownUid) {
  private static final int ROOT = 0;

  /**
   * Those of this process.
   *
   * @throws IOException when /proc does not tell who it runs as
   */
  static TrustedPeers ofThisProcess() throws IOException {
    Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return new TrustedPeers(((Number) uid).intValue());
  }

  boolean include(int uid) {
    return uid == ownUid || uid == ROOT;
  }

  /** Whether the other end of a unix socket is one of them; false when the kernel does not say. */
  boolean include(Channel channel) {
    OptionalInt uid = uidBehind(channel);
    return uid.isPresent() && include(uid.getAsInt());
  }

  private static OptionalInt uidBehind(Channel channel) {
    if (!(channel instanceof EpollDomainSocketChannel unix)) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(unix.peerCredentials().uid());
    } catch (IOException e) {
      // Gone already; nobody is there to be answered.
      return OptionalInt.empty();
    }
  }
}
