package org.jvmcluster.runtime.listen;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The supervised ports of this worker, by number. Immutable. */
final class FrontPorts {
  private final Map<Integer, ServedPort> byNumber;
  private final List<ServedPort> inOrder;

  FrontPorts(List<ServedPort> ports) {
    this.inOrder = List.copyOf(ports);
    this.byNumber =
        ports.stream().collect(Collectors.toMap(port -> port.port().port(), Function.identity()));
  }

  /** The port with that number; null when it is not supervised, as 0 never is. */
  @Nullable ServedPort find(int number) {
    return byNumber.get(number);
  }

  /** As the supervisor named them. */
  Collection<ServedPort> all() {
    return inOrder;
  }
}
