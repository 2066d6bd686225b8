package org.jvmcluster.supervisor.directory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** Claims and leaves a directory again and again; says how often, or that it was not alone. */
final class DirectoryContender {
  private DirectoryContender() {}

  public static void main(String[] arguments) throws Exception {
    DirectoryLocations locations =
        new DirectoryLocations(
            DirectoryLocations.ownUid(), List.of(Path.of(arguments[0])), Optional.empty());
    Path alone = Path.of(arguments[1]);
    int claimed = 0;
    for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
      try (RuntimeDirectory directory = RuntimeDirectory.claim(locations, 3100)) {
        // Fails when another one is in here too.
        Files.writeString(alone, directory.path().toString(), StandardOpenOption.CREATE_NEW);
        Files.delete(alone);
        claimed++;
      } catch (DirectoryException.InUse e) {
        Thread.onSpinWait();
      }
    }
    System.out.println("claimed " + claimed);
  }
}
