package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.jvmcluster.supervisor.process.GenerationFiles;

/**
 * Where the parts of the program lie: one folder with the jars that the build publishes. Whether
 * they are there is found out when a generation is copied from them.
 *
 * @param home that folder, absolute
 */
public record Installation(Path home) {
  /** System property with the folder; the start script sets it, since it runs a copy of the jar. */
  public static final String HOME_PROPERTY = "supervisor.home";

  private static final List<String> TRANSPORT =
      List.of(
          "netty-transport-classes-epoll.jar",
          "netty-transport-native-unix-common.jar",
          "netty-transport-native-epoll-linux-x86_64.jar",
          "netty-transport-native-epoll-linux-aarch_64.jar");

  public Installation {
    requireNonNull(home, "home");
    home = home.toAbsolutePath();
  }

  /** The folder the system property names, else the one this program's own jar lies in. */
  public static Installation find() {
    String named = System.getProperty(HOME_PROPERTY, "");
    if (!named.isEmpty()) {
      return new Installation(Path.of(named));
    }
    try {
      URI own = Installation.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path folder = Path.of(own).toAbsolutePath().getParent();
      return new Installation(folder == null ? Path.of("/") : folder);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(
          "this program does not know where it lies; set -D" + HOME_PROPERTY, e);
    }
  }

  /** The files that a generation of the bundled service is copied from. */
  GenerationFiles bundledService() {
    return new GenerationFiles(
        home.resolve("workload.jar"),
        home.resolve("worker-runtime.jar"),
        TRANSPORT.stream().map(home::resolve).toList());
  }
}
