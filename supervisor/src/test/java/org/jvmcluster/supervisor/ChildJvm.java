package org.jvmcluster.supervisor;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A small Java program of the tests, ended with its test in every outcome. */
public final class ChildJvm implements AutoCloseable {
  /** Whatever a test waits for: after so long the program is killed, and every wait ends. */
  private static final long LIFE_SECONDS = 180;

  private final Process process;
  private final BufferedReader output;

  /** Starts {@code main} of the tests' own class path. */
  public ChildJvm(Class<?> main, String... arguments) throws IOException {
    this(Map.of(), List.of(), main, arguments);
  }

  /** As above, with variables and JVM options beside the inherited ones. */
  public ChildJvm(
      Map<String, String> environment, List<String> options, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx64m", "-XX:TieredStopAtLevel=1"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    process = builder.start();
    output = process.inputReader(StandardCharsets.UTF_8);
    CompletableFuture.delayedExecutor(LIFE_SECONDS, TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
  }

  /** Of the program. */
  public long pid() {
    return process.pid();
  }

  /** Its next line of output, null at the end. */
  public String line() throws IOException {
    return output.readLine();
  }

  /** All output until it ends. */
  public List<String> lines() {
    return output.lines().toList();
  }

  /** Closes its standard input. */
  public void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  /** Waits for its end. */
  public int exitValue() {
    return process.onExit().join().exitValue();
  }

  /** SIGKILL; afterwards the kernel has taken back what the process held. */
  public void kill() {
    process.destroyForcibly();
    int unused = exitValue();
  }

  @Override
  public void close() {
    kill();
  }
}
