package org.jvmcluster.supervisor.fleet;

import static java.util.Objects.requireNonNull;

/** How a request ended. */
public sealed interface Outcome {
  /** In a sentence, for people. */
  String text();

  /** Done as asked. */
  record Done(String text) implements Outcome {
    public Done {
      requireNonNull(text, "text");
    }
  }

  /** Not begun: another restart or scale runs, or the supervisor stops. Try again later. */
  record Busy(String text) implements Outcome {
    public Busy {
      requireNonNull(text, "text");
    }
  }

  /** Not begun, and trying again will not help: this supervisor cannot do it. */
  record Refused(String text) implements Outcome {
    public Refused {
      requireNonNull(text, "text");
    }
  }

  /** Begun, failed, and undone: what served before serves now. */
  record Undone(String text) implements Outcome {
    public Undone {
      requireNonNull(text, "text");
    }
  }

  /** Done, but not cleanly: something was cut. */
  record Failed(String text) implements Outcome {
    public Failed {
      requireNonNull(text, "text");
    }
  }
}
