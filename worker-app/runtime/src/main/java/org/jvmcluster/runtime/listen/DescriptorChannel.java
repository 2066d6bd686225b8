package org.jvmcluster.runtime.listen;

import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.epoll.ListenPoll;
import io.netty.channel.epoll.Native;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.time.Deadline;

/**
 * The unix socket on which the supervisor passes descriptors (SCM_RIGHTS, see unix(7)), one a
 * message. It carries nothing else; what they are is said on the control channel. The worker opens
 * it with eight bytes: the number of its launch.
 *
 * <p>Plain system calls on the calling thread: no event loop is needed or held up.
 */
public final class DescriptorChannel implements DescriptorSource {
  private static final int EPOLLIN = 1;

  /** Between two tries to connect or write while the supervisor is too busy to accept. */
  private static final long RETRY_NANOS = Duration.ofMillis(5).toNanos();

  private final Path path;
  private final LinuxSocket socket;
  private final FileDescriptor epoll;
  private final ListenPoll poll = new ListenPoll();
  private boolean closed;

  private DescriptorChannel(Path path, LinuxSocket socket, FileDescriptor epoll) {
    this.path = path;
    this.socket = socket;
    this.epoll = epoll;
  }

  /**
   * Connects and says who we are.
   *
   * @param path of the supervisor's descriptor socket
   * @throws IOException when nobody accepts by the deadline
   */
  public static DescriptorChannel connect(Path path, LaunchId launch, Deadline deadline)
      throws IOException {
    LinuxSocket socket = LinuxSocket.newSocketDomain();
    FileDescriptor epoll = null;
    try {
      connect(socket, path, deadline);
      sayHello(socket, launch, deadline);
      epoll = Native.newEpollCreate();
      Native.epollCtlAdd(epoll.intValue(), socket.intValue(), EPOLLIN);
      return new DescriptorChannel(path, socket, epoll);
    } catch (IOException | RuntimeException e) {
      if (epoll != null) {
        epoll.close();
      }
      socket.close();
      throw new IOException("cannot open the supervisor's descriptor channel " + path, e);
    }
  }

  private static void connect(LinuxSocket socket, Path path, Deadline deadline) throws IOException {
    while (true) {
      try {
        if (socket.connect(new DomainSocketAddress(path.toString()))) {
          return;
        }
      } catch (IOException e) {
        // EAGAIN: a unix socket whose queue is full refuses instead of waiting, see connect(2).
        if (deadline.hasPassed()) {
          throw e;
        }
      }
      if (deadline.hasPassed()) {
        throw new IOException("nobody accepted within the limit");
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  private static void sayHello(LinuxSocket socket, LaunchId launch, Deadline deadline)
      throws IOException {
    // Big-endian, as any ByteBuffer is unless told otherwise. Direct: Netty wants an address.
    ByteBuffer hello = ByteBuffer.allocateDirect(Long.BYTES).putLong(0, launch.number());
    int written = 0;
    while (written < Long.BYTES) {
      int more = socket.write(hello, written, Long.BYTES);
      written += Math.max(0, more);
      if (more <= 0) {
        if (deadline.hasPassed()) {
          throw new IOException("the supervisor did not read the launch number");
        }
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  @Override
  public synchronized int next(Deadline deadline) throws IOException {
    while (!closed) {
      // -1 is the end of the stream, 0 means that none has come yet.
      int descriptor = socket.recvFd();
      if (descriptor > 0) {
        return descriptor;
      }
      if (descriptor < 0) {
        throw new IOException("the supervisor closed the descriptor channel " + path);
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos());
      if (deadline.hasPassed()) {
        throw new IOException("no descriptor came on " + path + " within the limit");
      }
      poll.await(epoll, (int) Math.min(Integer.MAX_VALUE, millis + 1));
    }
    throw new IOException("the descriptor channel " + path + " is closed");
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    poll.close();
    try {
      epoll.close();
      socket.close();
    } catch (IOException e) {
      StandardError.say("closing the descriptor channel reported: " + e.getMessage());
    }
  }
}
