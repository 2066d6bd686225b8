package org.jvmcluster.supervisor.process;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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

  /**
   * Signals that the program answers: a supervisor all but the last, which tells a live table that
   * its terminal has another size. QUIT stays the JVM's own: it prints a thread dump.
   */
  public enum Name {
    TERM,
    INT,
    HUP,
    USR1,
    TTIN,
    TTOU,
    WINCH
  }

  /**
   * Takes signals over, for the life of the JVM.
   *
   * @param handlers called on a thread the JVM makes for each signal; for a signal that is missing
   *     here what happens stays as it was
   * @return a sentence for each signal that will not be heard, with what to use instead; empty when
   *     all will be
   */
  public static List<String> handle(Map<Name, Runnable> handlers) {
    for (Map.Entry<Name, Runnable> entry : new TreeMap<>(handlers).entrySet()) {
      try {
        handle(entry.getKey(), requireNonNull(entry.getValue(), "handler"));
      } catch (ReflectiveOperationException e) {
        // With -Xrs the JVM refuses TERM, INT and HUP, and takes the others but delivers none.
        Throwable cause =
            e instanceof InvocationTargetException && e.getCause() != null ? e.getCause() : e;
        return handlers.keySet().stream().sorted().map(name -> problem(name, cause)).toList();
      }
    }
    return List.of();
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
          case WINCH -> "the size of the terminal is asked for at every change";
        };
    return "signal " + name + " cannot be heard (" + cause.getMessage() + "); " + command;
  }
}
