package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Hears the signals of the operating system. Java has no API for it but {@code sun.misc.Signal},
 * which every JDK has in module {@code jdk.unsupported}; the compiler warns of it in a way that
 * nothing can suppress, so it is reached by reflection, here only.
 */
public final class Signals {
  private Signals() {}

  /** Signals a supervisor answers. QUIT stays the JVM's own: it prints a thread dump. */
  public enum Name {
    TERM,
    INT,
    HUP,
    USR1,
    TTIN,
    TTOU
  }

  /**
   * Takes signals over, for the life of the JVM.
   *
   * @param handlers called on a thread the JVM makes for each signal; for a signal that is missing
   *     here what happens stays as it was
   * @return a sentence for each signal that cannot be heard, with what to use instead
   */
  public static List<String> handle(Map<Name, Runnable> handlers) {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<Name, Runnable> entry : new TreeMap<>(handlers).entrySet()) {
      try {
        handle(entry.getKey(), requireNonNull(entry.getValue(), "handler"));
      } catch (InvocationTargetException e) {
        // The JVM keeps this signal for itself, with -Xrs for instance.
        problems.add(problem(entry.getKey(), e.getTargetException()));
      } catch (ReflectiveOperationException e) {
        problems.add(problem(entry.getKey(), e));
      }
    }
    return problems;
  }

  private static void handle(Name name, Runnable handler) throws ReflectiveOperationException {
    Class<?> signalType = Class.forName("sun.misc.Signal");
    Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    Object signal = signalType.getConstructor(String.class).newInstance(name.name());
    Object proxy =
        Proxy.newProxyInstance(
            Signals.class.getClassLoader(),
            new Class<?>[] {handlerType},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "handle" -> {
                    handler.run();
                    yield null;
                  }
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> System.identityHashCode(self);
                  default -> "handler of " + name;
                });
    signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, proxy);
  }

  private static String problem(Name name, Throwable cause) {
    String command =
        switch (name) {
          case TERM, INT -> "use `supervisor stop`";
          case HUP -> "use `supervisor restart`";
          case TTIN, TTOU -> "use `supervisor scale N`";
          case USR1 -> "restart the supervisor to reopen its logs";
        };
    return "signal " + name + " cannot be heard (" + cause.getMessage() + "); " + command;
  }
}
