package org.jvmcluster.workload;

import io.vertx.ext.web.RoutingContext;

/** A request is not served; the text says what is wrong with it, where, and how to mend it. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;

  private Refused(int status, String text) {
    // No stack trace: it is an answer, and anybody can ask for it by the thousand.
    super(text, null, false, false);
    this.status = status;
  }

  /** A request that gets this status, since so it is. */
  static Refused because(RoutingContext context, int status, String why) {
    return new Refused(status, status + " " + context.request().path() + ": " + why);
  }

  /** A parameter that is wrong. */
  static Refused parameter(RoutingContext context, String name, String value, String mend) {
    return because(context, 400, name + "=" + value + " is wrong; " + mend);
  }

  /** The status of the answer. */
  int status() {
    return status;
  }

  /** The text of the answer. */
  String text() {
    return String.valueOf(getMessage());
  }
}
