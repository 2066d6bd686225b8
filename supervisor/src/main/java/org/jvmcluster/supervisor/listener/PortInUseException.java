package org.jvmcluster.supervisor.listener;

import java.util.List;
import java.util.stream.Collectors;

/** Somebody else listens on the port. */
public final class PortInUseException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<PortHolder> holders;

  PortInUseException(ListenAddress address, List<PortHolder> holders) {
    super(message(address, holders));
    this.holders = List.copyOf(holders);
  }

  /** Who holds it; empty where {@code /proc} does not say. */
  public List<PortHolder> holders() {
    return holders;
  }

  private static String message(ListenAddress address, List<PortHolder> holders) {
    String who =
        holders.isEmpty()
            ? "a process that /proc does not show (another user's, or another pid namespace)"
            : holders.stream().map(PortHolder::describe).collect(Collectors.joining(", "));
    return address + " is held by " + who + "; stop it, or choose another --port";
  }
}
