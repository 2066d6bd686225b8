package org.jvmcluster.supervisor.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;

/** Plays a supervisor in a folder with an odd name: one generation, one worker, its output. */
final class LauncherMain {
  /** Blanks, an umlaut, quotes, a dollar, a backslash. */
  static final String ODD = "a b $HOME \u00fc \"q\" 'q' \\n";

  private LauncherMain() {}

  public static void main(String[] arguments) throws Exception {
    // The odd name is made here: an argument would have been decoded by the locale already.
    Path folder = Path.of(arguments[0]).resolve(arguments[1].equals("odd") ? "d \u00fc 'q'" : "d");
    Files.createDirectories(folder);
    Path application = jar(folder.resolve("app.jar"));
    HeapSize heap = new HeapSize(64L << 20, 32L << 20);
    WorkerJvmOptions options = WorkerJvmOptions.of(heap, List.of("-Dodd=" + ODD));
    LaunchSettings settings =
        new LaunchSettings(
            LaunchSettings.ownJava(), options.options(), List.of(ODD, ""), Map.of("ODD", ODD));
    LaunchRecord record =
        new GenerationStore(folder.resolve("generations"))
            .make(
                new Generation(1),
                new GenerationFiles(application, application, List.of()),
                settings);
    LineWriter writer = new LineWriter(System.out);
    WorkerSockets sockets =
        new WorkerSockets(folder.resolve("control.sock"), folder.resolve("descriptors.sock"));
    try (JvmLauncher launcher = new JvmLauncher(sockets, writer)) {
      WorkerProcess worker =
          launcher
              .launch(new LaunchOrder(new LaunchId(1), new Slot(0), record, 1, "127.0.0.1", 3100))
              .toCompletableFuture()
              .join();
      int code = worker.exit().toCompletableFuture().join().code();
      writer.close();
      System.out.println("exit " + code);
    } catch (CompletionException e) {
      System.out.println(e.getCause().getMessage());
    }
  }

  private static Path jar(Path jar) throws IOException {
    String entry = EchoMain.class.getName().replace('.', '/') + ".class";
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, EchoMain.class.getName());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream in = EchoMain.class.getResourceAsStream("EchoMain.class")) {
      out.putNextEntry(new ZipEntry(entry));
      in.transferTo(out);
    }
    return jar;
  }
}
