package org.jvmcluster.runtime.inject;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The jar as it goes into other people's applications. */
class InjectedJarIT {
  private static final Path JAR =
      Path.of(requireNonNull(System.getProperty("injected.jar"), "injected.jar"));

  /** What an application brings: Vert.x, Netty and what they need. */
  private static final Pattern APPLICATION =
      Pattern.compile("(vertx-core|netty-|jackson-core).*\\.jar");

  private static final String EPOLL_CLASS = "io/netty/channel/epoll/ListenPoll.class";

  @Test
  void holdsNothingButTheRuntimeAndTheOneClassInNettysPackage() throws IOException {
    assertThat(entries())
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(name)
                    .matches("(org/jvmcluster/runtime/.*|META-INF/.*|" + EPOLL_CLASS + ")"))
        .contains(EPOLL_CLASS, "META-INF/services/io.vertx.core.spi.VertxServiceProvider")
        .contains("org/jvmcluster/runtime/pool/meter/TaskPoolMeter.class")
        .anyMatch(name -> name.startsWith("org/jvmcluster/runtime/shaded/hdrhistogram/"))
        .noneMatch(name -> name.startsWith("META-INF/versions/"));
  }

  @Test
  void linksAgainstPlainVertx() throws Exception {
    try (URLClassLoader loader = application()) {
      for (String name : entries()) {
        // A library's way to other loggers or annotations may stay unlinked; our classes may not.
        if (name.endsWith(".class") && !name.contains("/shaded/") && !isDescriptor(name)) {
          Class<?> type =
              Class.forName(
                  name.substring(0, name.length() - ".class".length()).replace('/', '.'),
                  false,
                  loader);
          assertThat(type.getDeclaredMethods()).as(name).isNotNull();
          assertThat(type.getDeclaredFields()).as(name).isNotNull();
        }
      }
    }
  }

  @Test
  void isFoundByVertxAndChangesNothingWithoutASupervisor() throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader = application()) {
      Thread.currentThread().setContextClassLoader(loader);
      Class<?> spi = loader.loadClass("io.vertx.core.spi.VertxServiceProvider");
      assertThat(ServiceLoader.load(spi, loader).stream().map(p -> p.type().getName()))
          .containsExactly("org.jvmcluster.runtime.inject.RuntimeProvider");

      Class<?> vertx = loader.loadClass("io.vertx.core.Vertx");
      Object instance = requireNonNull(vertx.getMethod("vertx").invoke(null));
      Object closing = requireNonNull(vertx.getMethod("close").invoke(instance));
      Object stage =
          loader.loadClass("io.vertx.core.Future").getMethod("toCompletionStage").invoke(closing);
      ((CompletionStage<?>) requireNonNull(stage)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private static List<String> entries() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      return jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName).toList();
    }
  }

  private static boolean isDescriptor(String name) {
    return name.endsWith("package-info.class") || name.endsWith("module-info.class");
  }

  /** A class path of an application with our jar appended, and nothing of this test's own. */
  private static URLClassLoader application() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(element);
      if (APPLICATION.matcher(path.getFileName().toString()).matches()) {
        urls.add(path.toUri().toURL());
      }
    }
    assertThat(urls).as("Vert.x and Netty on the class path").hasSizeGreaterThan(5);
    urls.add(JAR.toUri().toURL());
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }
}
