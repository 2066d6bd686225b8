package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.channel.unix.Socket;
import java.io.IOException;
import org.jvmcluster.runtime.protocol.SocketLabel;

/**
 * This worker's descriptor of a listening socket of the supervisor. Closing it closes the
 * descriptor, once, and never the socket: the supervisor holds that.
 *
 * @param label what the supervisor said it is
 * @param socket non-blocking, listening
 */
record ListeningSocket(SocketLabel label, Socket socket) {
  ListeningSocket {
    requireNonNull(label, "label");
    requireNonNull(socket, "socket");
  }

  /** Closes the descriptor; a second call does nothing. */
  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // The kernel has released the number all the same, see close(2); there is nothing to mend.
      StandardError.say("closing the descriptor of " + label + " reported: " + e.getMessage());
    }
  }
}
