package org.jvmcluster.supervisor.report;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What the operating system says of a process. What it does not say is empty.
 *
 * @param rssBytes resident memory
 * @param pssBytes resident memory, pages shared with others counted in part
 * @param cpuPercent of one core, over the last seconds
 */
public record ProcessFigures(
    OptionalLong rssBytes, OptionalLong pssBytes, OptionalDouble cpuPercent) {
  /** Of a process that is gone or cannot be read. */
  public static final ProcessFigures UNKNOWN =
      new ProcessFigures(OptionalLong.empty(), OptionalLong.empty(), OptionalDouble.empty());

  public ProcessFigures {
    requireNonNull(rssBytes, "rssBytes");
    requireNonNull(pssBytes, "pssBytes");
    requireNonNull(cpuPercent, "cpuPercent");
  }

  /** Where they come from. Asked from any thread; must answer from memory, at once. */
  @FunctionalInterface
  public interface Source {
    /** The latest figures of a process, {@link #UNKNOWN} when there are none. */
    ProcessFigures of(long pid);
  }
}
