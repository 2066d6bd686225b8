package org.jvmcluster.runtime.protocol;

/** Numbers both sides must agree on. */
public final class Protocol {
  /**
   * The version of the messages. Raised only when an old reader could misunderstand a new message;
   * new fields and new readings need no new version, since unknown ones are skipped.
   */
  public static final int VERSION = 1;

  /**
   * The longest frame body in bytes, 4 MiB. A report with 64 histograms of typical traffic has
   * about 100 KiB; a larger frame is a fault, not a report.
   */
  public static final int MAX_FRAME_BYTES = 4 << 20;

  /** System property with the path of the supervisor's control socket. */
  public static final String CONTROL_SOCKET_PROPERTY = "org.jvmcluster.control";

  /** System property with the path of the supervisor's descriptor socket. */
  public static final String DESCRIPTOR_SOCKET_PROPERTY = "org.jvmcluster.descriptors";

  /** System property with the number of this launch. */
  public static final String LAUNCH_PROPERTY = "org.jvmcluster.launch";

  private Protocol() {}
}
