package org.jvmcluster.supervisor.control;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.fleet.Outcome;

/** An {@link Outcome} as it travels: its word in the last line and its HTTP status. */
enum Result {
  DONE(200, Outcome.Done::new),
  REFUSED(400, Outcome.Refused::new),
  BUSY(409, Outcome.Busy::new),
  UNDONE(422, Outcome.Undone::new),
  FAILED(500, Outcome.Failed::new);

  private final int httpStatus;

  @SuppressWarnings("ImmutableEnumChecker") // References to constructors of records.
  private final Function<String, Outcome> outcome;

  Result(int httpStatus, Function<String, Outcome> outcome) {
    this.httpStatus = httpStatus;
    this.outcome = outcome;
  }

  static Result of(Outcome outcome) {
    // A chain, since Java 17 has no switch over sealed types.
    if (outcome instanceof Outcome.Done) {
      return DONE;
    }
    if (outcome instanceof Outcome.Busy) {
      return BUSY;
    }
    if (outcome instanceof Outcome.Refused) {
      return REFUSED;
    }
    return outcome instanceof Outcome.Undone ? UNDONE : FAILED;
  }

  static Optional<Result> of(@Nullable String wireName) {
    return Arrays.stream(values()).filter(known -> known.wireName().equals(wireName)).findFirst();
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  int httpStatus() {
    return httpStatus;
  }

  Outcome withText(String text) {
    return outcome.apply(text);
  }
}
