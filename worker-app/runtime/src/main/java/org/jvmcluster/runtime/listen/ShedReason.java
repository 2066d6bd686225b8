package org.jvmcluster.runtime.listen;

/** Why a request was refused with 503 before it reached the application. */
public enum ShedReason {
  /** A loop ran so late that the request had waited too long when it was read. */
  LAG("lag"),

  /** A loop has had no pause for seconds and the request stood in the line behind it. */
  UTILIZATION("utilization"),

  /** The worker has too many requests in flight. */
  IN_FLIGHT("in-flight"),

  /** No loop of any worker had room for the connection, and it had waited too long. */
  ALL_BLOCKED("all-blocked");

  private final String wireName;

  ShedReason(String wireName) {
    this.wireName = wireName;
  }

  /** The value of the label {@code reason}. */
  public String wireName() {
    return wireName;
  }
}
