package org.jvmcluster.supervisor.process;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Prints each signal it hears, until its input ends. */
final class SignalListener {
  private SignalListener() {}

  public static void main(String[] arguments) throws IOException {
    Map<Signals.Name, Runnable> handlers = new EnumMap<>(Signals.Name.class);
    for (Signals.Name name : Signals.Name.values()) {
      handlers.put(name, () -> System.out.println("heard " + name));
    }
    System.out.println("problems " + Signals.handle(handlers));
    int unused = System.in.read();
  }
}
