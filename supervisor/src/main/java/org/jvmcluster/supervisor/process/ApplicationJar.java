package org.jvmcluster.supervisor.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * What an application's jar says of itself.
 *
 * @param mainClass of its manifest
 * @param nettyVersion of the Netty inside; empty where the jar does not tell
 * @param bringsTransport whether Netty's epoll classes are inside
 */
record ApplicationJar(String mainClass, Optional<String> nettyVersion, boolean bringsTransport) {
  private static final String NETTY = "META-INF/maven/io.netty/netty-transport/pom.properties";
  private static final String EPOLL = "io/netty/channel/epoll/Epoll.class";

  /**
   * Reads a jar.
   *
   * @throws GenerationException if it is no whole jar, has no {@code Main-Class}, or needs others
   *     beside it, which a copy would not find
   */
  static ApplicationJar read(Path jar) throws GenerationException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
      String mainClass = main.getValue(Attributes.Name.MAIN_CLASS);
      if (mainClass == null) {
        throw new GenerationException(
            "the application's manifest names no Main-Class; build a jar that `java -jar` runs");
      }
      if (main.getValue(Attributes.Name.CLASS_PATH) != null) {
        throw new GenerationException(
            "the application's manifest has a Class-Path, whose jars a copy would not find; build"
                + " one jar with its libraries inside");
      }
      return new ApplicationJar(
          mainClass.strip(), version(file, NETTY), file.getEntry(EPOLL) != null);
    } catch (IOException e) {
      throw new GenerationException(
          "the application is no whole jar (" + e.getMessage() + "); build it again", e);
    }
  }

  /** The version of Netty that a native transport belongs to; empty where its jar does not tell. */
  static Optional<String> transportVersion(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return version(file, "META-INF/maven/io.netty/netty-transport-classes-epoll/pom.properties");
    }
  }

  private static Optional<String> version(JarFile jar, String properties) throws IOException {
    ZipEntry entry = jar.getEntry(properties);
    if (entry == null) {
      return Optional.empty();
    }
    Properties read = new Properties();
    try (InputStream in = jar.getInputStream(entry)) {
      read.load(in);
    }
    return Optional.ofNullable(read.getProperty("version"));
  }
}
