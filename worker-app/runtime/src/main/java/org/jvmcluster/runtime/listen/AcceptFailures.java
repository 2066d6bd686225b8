package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.channel.unix.Errors.NativeIoException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jvmcluster.runtime.protocol.SocketLabel;

/**
 * What goes wrong when accepting: counted each time, said once until it works again. Shared by the
 * accept threads of a worker.
 */
final class AcceptFailures {
  /**
   * Errors of the one connection, which is gone from the queue: ECONNABORTED, EPERM (a firewall
   * forbids it), EPROTO, and network errors pending on the new socket, which accept(2) says to
   * treat like EAGAIN. Linux numbers.
   */
  private static final Set<Integer> OF_THE_CONNECTION =
      Set.of(103, 1, 71, 100, 92, 112, 64, 113, 95, 101, 110, 4);

  private final Consumer<String> fatal;
  private final Consumer<String> says;
  private final AtomicLong count = new AtomicLong();
  private volatile boolean lasting;

  /**
   * @param fatal told why this worker can no longer accept
   * @param says told what an operator should know. Given at the start and not looked up when
   *     needed, since a JVM that has run out of descriptors may be unable to load another class
   */
  AcceptFailures(Consumer<String> fatal, Consumer<String> says) {
    this.fatal = requireNonNull(fatal, "fatal");
    this.says = requireNonNull(says, "says");
  }

  static boolean isOfTheConnection(IOException e) {
    return e instanceof NativeIoException failed
        && OF_THE_CONNECTION.contains(-failed.expectedErr());
  }

  /** The worker lacks descriptors or memory; other workers take the connection. */
  void exhausted(SocketLabel socket, IOException e) {
    count.incrementAndGet();
    if (!lasting) {
      lasting = true;
      says.accept(
          "cannot accept from the socket of port "
              + socket.port()
              + ", slot "
              + socket.slot()
              + ": "
              + e.getMessage()
              + "; trying again every 100 ms, neighbours serve meanwhile. Raise the limit of open"
              + " files (ulimit -n) if that is what is missing");
    }
  }

  /** A connection was accepted. */
  void over() {
    if (lasting) {
      lasting = false;
    }
  }

  void fatal(String reason) {
    fatal.accept(reason);
  }

  /** How often accepting failed since the worker started. */
  long count() {
    return count.get();
  }
}
