package org.jvmcluster.supervisor.process;

import java.io.File;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;

/** The command line of a worker, one argument an entry: no shell sees it, so nothing is quoted. */
final class JvmCommandLine {
  private JvmCommandLine() {}

  static List<String> of(LaunchRecord record, LaunchId launch, WorkerSockets sockets) {
    List<String> command = new ArrayList<>();
    command.add(record.java().toString());
    command.addAll(record.jvmOptions());
    // After the operator's options: these are not for him to change.
    command.add("-D" + Protocol.CONTROL_SOCKET_PROPERTY + "=" + sockets.control());
    command.add("-D" + Protocol.DESCRIPTOR_SOCKET_PROPERTY + "=" + sockets.descriptors());
    command.add("-D" + Protocol.LAUNCH_PROPERTY + "=" + launch);
    command.add("-cp");
    command.add(
        record.classPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(record.mainClass());
    command.addAll(record.arguments());
    return command;
  }

  /**
   * Refuses what this JVM cannot pass on. Java writes arguments and variables in the encoding of
   * the locale and puts a '?' for what it lacks: the worker would look for files that do not exist.
   * No option of the JVM changes that, only the locale it is started in.
   *
   * @param what for the message
   * @throws WorkerStartException naming the text and the mend
   */
  static void checkEncodable(String what, String text) throws WorkerStartException {
    Charset charset = argumentCharset();
    if (!charset.newEncoder().canEncode(text)) {
      throw new WorkerStartException(
          what
              + " cannot be passed on in the encoding "
              + charset
              + " of this locale: "
              + text
              + "; start the supervisor with LC_ALL=C.UTF-8");
    }
  }

  private static Charset argumentCharset() {
    // ProcessImpl of 17 encodes with the default charset; later ones with that of the locale,
    // since the default became UTF-8 everywhere (JEP 400).
    return Runtime.version().feature() < 18
        ? Charset.defaultCharset()
        : Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
  }
}
