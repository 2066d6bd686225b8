package org.jvmcluster.supervisor.directory;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Plays a supervisor: claims a directory, listens on the admin socket, and lives until killed. */
final class DirectoryHolder {
  private DirectoryHolder() {}

  public static void main(String[] arguments) throws Exception {
    DirectoryLocations locations =
        new DirectoryLocations(
            DirectoryLocations.ownUid(), List.of(Path.of(arguments[0])), Optional.empty());
    RuntimeDirectory directory = RuntimeDirectory.claim(locations, Integer.parseInt(arguments[1]));
    try (ServerSocketChannel admin = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      admin.bind(UnixDomainSocketAddress.of(directory.adminSocket()));
      System.out.println("claimed " + directory.path());
      int unused = System.in.read();
    }
  }
}
