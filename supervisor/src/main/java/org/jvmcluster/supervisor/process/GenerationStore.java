package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jvmcluster.runtime.protocol.Generation;

/**
 * Keeps the files of the generations in use: a folder each, with copies. Its methods read and write
 * some 10 MB and may wait for a build, so they are not for the supervisor loop. One thread at a
 * time.
 */
public final class GenerationStore {
  /** A build writes a jar within a second or two; a jar that changes for longer is no build. */
  private static final int COPY_TRIES = 20;

  private static final Duration COPY_PAUSE = Duration.ofMillis(250);

  private final Path folder;
  private final int copyTries;

  /**
   * @param folder the generations of one supervisor, made when needed; in its runtime directory,
   *     whose lock the caller holds
   */
  public GenerationStore(Path folder) {
    this(folder, COPY_TRIES);
  }

  GenerationStore(Path folder, int copyTries) {
    this.folder = requireNonNull(folder, "folder").toAbsolutePath();
    this.copyTries = copyTries;
  }

  /**
   * Makes the launch record of a generation. What a dead supervisor left under the same number is
   * replaced.
   *
   * @throws GenerationException if a file is missing, unfit, or keeps changing, or the copy fails
   * @throws InterruptedException if the wait for a build to end is no longer wanted
   */
  public LaunchRecord make(Generation generation, GenerationFiles files, LaunchSettings settings)
      throws GenerationException, InterruptedException {
    if (folder.toString().contains(File.pathSeparator)) {
      throw new GenerationException(
          "a class path cannot name a file in "
              + folder
              + ", since ':' separates its entries; set"
              + " XDG_RUNTIME_DIR or TMPDIR to a folder without one");
    }
    Path target = directory(generation);
    Path beside = folder.resolve(generation + ".new");
    try {
      Files.createDirectories(folder);
      Trees.delete(beside);
      Files.createDirectory(beside);
      Copies copies = copy(files, beside);
      Trees.delete(target);
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
      return new LaunchRecord(
          generation,
          target,
          copies.hash(),
          settings.java(),
          copies.names().stream().map(target::resolve).toList(),
          copies.mainClass(),
          settings.jvmOptions(),
          settings.arguments(),
          settings.environment());
    } catch (IOException e) {
      throw new GenerationException(
          "generation " + generation + " could not be copied to " + folder + ": " + reason(e), e);
    } finally {
      deleteQuietly(beside);
    }
  }

  /** Removes a generation's files. One that is unknown or gone already is no error. */
  public void discard(Generation generation) throws IOException {
    Trees.delete(directory(generation));
  }

  private Path directory(Generation generation) {
    return folder.resolve(generation.toString());
  }

  private record Copies(List<String> names, String mainClass, String hash) {}

  private Copies copy(GenerationFiles files, Path into)
      throws IOException, GenerationException, InterruptedException {
    MessageDigest all = StableCopy.sha256();
    List<String> names = new ArrayList<>();
    copy(files.application(), "the application", into, "application.jar", names, all);
    ApplicationJar application = ApplicationJar.read(into.resolve("application.jar"));
    copy(files.runtime(), "the worker runtime", into, "worker-runtime.jar", names, all);
    // On a duplicate the application's classes win, but natives must belong to the classes.
    if (!application.bringsTransport()) {
      for (int i = 0; i < files.transport().size(); i++) {
        String name = "transport-" + i + ".jar";
        copy(files.transport().get(i), "the native transport", into, name, names, all);
        checkVersion(application, into.resolve(name));
      }
    }
    return new Copies(names, application.mainClass(), HexFormat.of().formatHex(all.digest()));
  }

  /** Plain names of our own: a ':' or '*' in a name would mean something in a class path. */
  private void copy(
      Path source, String what, Path into, String name, List<String> names, MessageDigest all)
      throws IOException, GenerationException, InterruptedException {
    for (int left = copyTries; ; left--) {
      Path target = into.resolve(name);
      try {
        all.update((name + " " + StableCopy.make(source, target) + "\n").getBytes(UTF_8));
        names.add(name);
        return;
      } catch (NoSuchFileException e) {
        if (Files.exists(source)) {
          throw e;
        }
        throw new GenerationException(
            what + " is missing: " + source + "; scripts/supervisor builds what is missing", e);
      } catch (StableCopy.Unstable e) {
        if (left <= 1) {
          throw new GenerationException(
              what + " is no whole jar or keeps changing: " + source + "; let its build end", e);
        }
        Files.deleteIfExists(target);
        Thread.sleep(COPY_PAUSE.toMillis());
      }
    }
  }

  /** A transport of another Netty ends in NoSuchMethodError, in the middle of the first request. */
  private static void checkVersion(ApplicationJar application, Path transport)
      throws IOException, GenerationException {
    Optional<String> ours = ApplicationJar.transportVersion(transport);
    if (ours.isPresent()
        && application.nettyVersion().isPresent()
        && !ours.equals(application.nettyVersion())) {
      throw new GenerationException(
          "the application brings Netty "
              + application.nettyVersion().get()
              + ", the native transport belongs to "
              + ours.get()
              + "; add netty-transport-native-epoll of the application's version to its jar");
    }
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName() + " " + e.getMessage();
  }

  private static void deleteQuietly(Path beside) {
    try {
      Trees.delete(beside);
    } catch (IOException e) {
      // Left for the next try of this generation, or for the end of the runtime directory.
    }
  }

  /** Folders with all that is in them. */
  private static final class Trees {
    /** Deletes depth first; links are removed, never followed. */
    static void delete(Path top) throws IOException {
      if (Files.isDirectory(top, LinkOption.NOFOLLOW_LINKS)) {
        List<Path> children;
        try (Stream<Path> listed = Files.list(top)) {
          children = listed.toList();
        }
        for (Path child : children) {
          delete(child);
        }
      }
      Files.deleteIfExists(top);
    }
  }
}
