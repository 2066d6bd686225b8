package org.jvmcluster.supervisor.it;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The bundled service with much to say: it writes long lines and then starts as ever. */
public final class Chatter {
  static final int LINES = 300;
  static final int LINE_CHARS = 10_000;
  private static final String SERVICE = "org.jvmcluster.workload.Main";

  private Chatter() {}

  /** Writes, then becomes the service. The first start of slot 0 dies in the middle of a line. */
  public static void main(String[] arguments) throws Exception {
    String slot = System.getenv("WORKER_SLOT");
    PrintStream out = System.out;
    for (int i = 0; i < LINES; i++) {
      out.write(line(slot, i).getBytes(StandardCharsets.US_ASCII));
    }
    out.write(new byte[] {'b', 'a', 'd', ' ', (byte) 0xff, (byte) 0xfe, ' ', 'e', 'n', 'd', '\n'});
    out.flush();
    if (slot.equals("0")) {
      out.print("no end of line");
      out.flush();
      Runtime.getRuntime().halt(3);
    }
    becomeTheService(arguments);
  }

  /** Each of the same length, each different. */
  static String line(String slot, int number) {
    String head = String.format(Locale.ROOT, "chatter %s %06d ", slot, number);
    return head + "x".repeat(LINE_CHARS - head.length()) + "\n";
  }

  private static void becomeTheService(String[] arguments)
      throws ReflectiveOperationException, IOException {
    try {
      Class.forName(SERVICE).getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      throw new IOException("the service did not start", e);
    }
  }
}
