package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Small jars for tests. */
final class JarFiles {
  static final String NETTY = "META-INF/maven/io.netty/netty-transport/pom.properties";
  static final String EPOLL =
      "META-INF/maven/io.netty/netty-transport-classes-epoll/pom.properties";

  private JarFiles() {}

  /** Writes a jar; {@code attributes} go into the manifest's main section. */
  static Path write(Path jar, Map<String, String> attributes, Map<String, String> entries)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue().getBytes(UTF_8));
      }
    }
    return jar;
  }

  static Path application(Path jar, Map<String, String> entries) throws IOException {
    return write(jar, Map.of("Main-Class", "org.example.Main"), entries);
  }
}
