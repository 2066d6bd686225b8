package org.jvmcluster.supervisor.directory;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A unix socket's file outlives the process that made it; whether one listens, only asking tells.
 */
final class LeftoverSocket {
  private static final int FILE_TYPE_MASK = 0170000; // S_IFMT, inode(7)
  private static final int SOCKET_TYPE = 0140000; // S_IFSOCK, inode(7)

  private LeftoverSocket() {}

  /**
   * Removes the socket file if nobody listens on it.
   *
   * @throws DirectoryException.InUse if somebody does, or the file is something else than a socket
   */
  static void reclaim(Path socket) throws IOException, DirectoryException.InUse {
    if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!isSocket(socket)) {
      throw DirectoryLock.inTheWay(socket);
    }
    if (isAnswered(socket)) {
      throw new DirectoryException.InUse(
          "a process listens on "
              + socket
              + " though no supervisor holds the lock beside it; end it",
          OptionalLong.empty(),
          Optional.empty());
    }
    Files.deleteIfExists(socket);
  }

  /** Whether {@code path} is a unix socket, and not a link to one. */
  static boolean isSocket(Path path) throws IOException {
    try {
      int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      return (mode & FILE_TYPE_MASK) == SOCKET_TYPE;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Whether a process listens on the socket; false also where there is none. */
  static boolean isAnswered(Path socket) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      // Without blocking: a listener whose queue is full would hold us for ever, and it lives.
      channel.configureBlocking(false);
      channel.connect(UnixDomainSocketAddress.of(socket));
      return true;
    } catch (ConnectException refused) {
      return false;
    } catch (NoSuchFileException gone) {
      return false;
    } catch (SocketException cannotBeAsked) {
      // Java takes one byte less of a path than the kernel. Only the descriptors' socket, the
      // longest
      // name, can have that byte; the control socket of the same process was asked before it.
      return false;
    }
  }
}
