package org.jvmcluster.supervisor.directory;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Makes folders that nobody else can have prepared. In {@code /tmp} anybody may create the name we
 * are going to use, as a folder of his own or as a symbolic link to one of ours.
 */
final class OwnedFolder {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> WRITE_OF_OTHERS =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private OwnedFolder() {}

  /**
   * Creates the folder with mode 0700, or accepts one that exists, is no link, belongs to {@code
   * uid} and can be written by nobody else.
   *
   * @throws DirectoryException.BadPlace if what exists there is not to be trusted
   * @throws java.nio.file.NoSuchFileException if it was removed while it was looked at
   * @throws IOException if it cannot be created
   */
  static void ensure(Path folder, int uid) throws IOException, DirectoryException.BadPlace {
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      return;
    } catch (FileAlreadyExistsException exists) {
      check(folder, uid);
    }
  }

  /** As {@link #ensure}, but narrows a folder of ours to mode 0700 whoever made it. */
  static void ensurePrivate(Path folder, int uid) throws IOException, DirectoryException.BadPlace {
    ensure(folder, uid);
    Files.setPosixFilePermissions(folder, OWNER_ONLY);
  }

  private static void check(Path folder, int uid) throws IOException, DirectoryException.BadPlace {
    BasicFileAttributes found =
        Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!found.isDirectory()) {
      String kind = found.isSymbolicLink() ? "a symbolic link" : "no folder";
      throw new DirectoryException.BadPlace(
          folder + " is " + kind + "; it could lead anywhere, remove it");
    }
    int owner = DirectoryLocations.uid(folder);
    if (owner != uid) {
      throw new DirectoryException.BadPlace(
          folder + " belongs to uid " + owner + ", not to " + uid + "; remove it or set TMPDIR");
    }
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
    for (PosixFilePermission write : WRITE_OF_OTHERS) {
      if (permissions.contains(write)) {
        throw new DirectoryException.BadPlace(
            folder + " can be written by others; run chmod go-w " + folder);
      }
    }
  }
}
