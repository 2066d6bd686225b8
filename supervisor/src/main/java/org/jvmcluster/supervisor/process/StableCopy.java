package org.jvmcluster.supervisor.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.jar.JarFile;

/**
 * Copies a jar that a build may be writing just now.
 *
 * <p>A real copy, never a hard link: with the same inode, a build that writes in place takes the
 * classes away under a running worker. It then lives on, and answers nothing.
 */
final class StableCopy {
  private static final int BUFFER_BYTES = 64 * 1024;

  private StableCopy() {}

  /** The original changed between the copy and a second look at it; copy again later. */
  static final class Unstable extends IOException {
    private static final long serialVersionUID = 1;

    Unstable(Path source, Throwable cause) {
      super(source + " is being written", cause);
    }

    Unstable(Path source) {
      super(source + " is being written");
    }
  }

  /**
   * Copies {@code source} to the new file {@code target}.
   *
   * @return SHA-256 of the copy, hexadecimal
   * @throws Unstable if the original reads differently afterwards, or the copy is no whole jar (its
   *     directory stands at the end, so a jar that is still written has none)
   */
  static String make(Path source, Path target) throws IOException {
    String copied;
    MessageDigest digest = sha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(source), digest);
        OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
      in.transferTo(out);
      copied = HexFormat.of().formatHex(digest.digest());
    }
    if (!copied.equals(hash(source))) {
      throw new Unstable(source);
    }
    if (!copied.equals(hash(target))) {
      throw new IOException(
          "the copy " + target + " reads differently; is the disk full or faulty?");
    }
    try (JarFile jar = new JarFile(target.toFile())) {
      jar.getManifest();
    } catch (IOException e) {
      throw new Unstable(source, e);
    }
    return copied;
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new UncheckedIOException(new IOException("every Java has SHA-256", e));
    }
  }

  private static String hash(Path file) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
