package org.jvmcluster.supervisor.process;

/** What a worker would see of its command line; packed into the jar of a generation. */
public final class EchoMain {
  private EchoMain() {}

  public static void main(String[] arguments) {
    System.out.println("argument " + String.join("|", arguments));
    System.out.println("property " + System.getProperty("odd"));
    System.out.println("variables " + System.getenv("SUPERVISOR_X") + " " + System.getenv("ODD"));
    System.out.println("control " + System.getProperty("org.jvmcluster.control"));
    System.out.println("heap " + (Runtime.getRuntime().maxMemory() >> 20 <= 64));
    System.out.print("end");
  }
}
