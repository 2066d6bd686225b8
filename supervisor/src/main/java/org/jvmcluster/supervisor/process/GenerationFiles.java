package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;

/**
 * The files a generation is copied from; read only while a launch record is made.
 *
 * @param application a jar with everything the application needs and a {@code Main-Class}
 * @param runtime the jar that is injected
 * @param transport Netty's native transport, for applications that bring none
 */
public record GenerationFiles(Path application, Path runtime, List<Path> transport) {
  public GenerationFiles {
    requireNonNull(application, "application");
    requireNonNull(runtime, "runtime");
    transport = List.copyOf(transport);
  }
}
