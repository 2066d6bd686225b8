package org.jvmcluster.supervisor.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that looks like {@code /proc} to those who read it. */
final class FakeProc {
  private final Path root;

  FakeProc(Path root) {
    this.root = root;
  }

  Path root() {
    return root;
  }

  /** A process of that name, with so many ticks of CPU in user mode and as many in the kernel. */
  void process(long pid, String name, String state, long parent, long session, long ticks)
      throws IOException {
    write(
        pid + "/stat",
        pid
            + " ("
            + name
            + ") "
            + state
            + " "
            + parent
            + " "
            + parent
            + " "
            + session
            + " 0 -1 4194304 0 0 0 0 "
            + ticks
            + " "
            + ticks
            + " 0 0 20 0 1 0 100\n");
  }

  /** What a thread of it has used, waited and how often it ran. */
  void thread(long pid, long tid, long nanos) throws IOException {
    write(pid + "/task/" + tid + "/schedstat", nanos + " 77 5\n");
  }

  void threadEnds(long pid, long tid) throws IOException {
    Files.delete(root.resolve(pid + "/task/" + tid + "/schedstat"));
    Files.delete(root.resolve(pid + "/task/" + tid));
  }

  void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
