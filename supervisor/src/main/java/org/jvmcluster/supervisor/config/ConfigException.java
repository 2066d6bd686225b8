package org.jvmcluster.supervisor.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used; carries everything that is wrong, not only the first. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<ConfigProblem> problems;

  /**
   * Refuses a configuration.
   *
   * @param problems at least one
   */
  public ConfigException(List<ConfigProblem> problems) {
    super(problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n")));
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("a refused configuration has at least one problem");
    }
    this.problems = List.copyOf(problems);
  }

  /** Everything that is wrong, in the order of the sources. */
  public List<ConfigProblem> problems() {
    return problems;
  }

  /** Whether nothing but options on the command line is wrong: a usage error. */
  public boolean isUsageError() {
    return problems.stream().allMatch(p -> p.origin().kind() == Origin.Kind.OPTION);
  }
}
