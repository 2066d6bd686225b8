package org.jvmcluster.runtime.worker;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Signals of this JVM, by reflection: {@code sun.misc.Signal} has no supported replacement, and
 * naming it in the source is a warning that nothing can suppress under {@code --release 17}. Where
 * it is missing, or the JVM keeps a signal to itself ({@code -Xrs}), the signal does what it did.
 */
final class Signals {
  private Signals() {}

  /** Lets a signal pass without effect; name without SIG, such as {@code INT}. */
  static void ignore(String name) {
    handle(name, () -> {});
  }

  /** Runs a task, which must not block, on a thread of the JVM for each signal of that name. */
  static void handle(String name, Runnable task) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              handler.getClassLoader(), new Class<?>[] {handler}, new Handler(task));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException e) {
      // Documented: the signal keeps its meaning. The supervisor does not depend on it.
      return;
    }
  }

  private record Handler(Runnable task) implements InvocationHandler {
    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
      return switch (method.getName()) {
        case "handle" -> {
          task.run();
          yield null;
        }
        case "hashCode" -> System.identityHashCode(proxy);
        case "equals" -> arguments != null && proxy == arguments[0];
        default -> "worker signal handler";
      };
    }
  }
}
