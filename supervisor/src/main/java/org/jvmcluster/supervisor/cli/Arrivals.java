package org.jvmcluster.supervisor.cli;

import java.time.Duration;
import java.util.Locale;
import org.jvmcluster.supervisor.load.SendSequence;

/** How the requests of an open loop lie within their rate. */
enum Arrivals {
  /** At even distances. */
  EVEN {
    @Override
    SendSequence sequence(LoadRate rate, Duration time, long seed) {
      return SendSequence.evenly(rate.curve(time));
    }
  },
  /** By chance, as of many clients that know nothing of each other. */
  POISSON {
    @Override
    SendSequence sequence(LoadRate rate, Duration time, long seed) {
      return SendSequence.poisson(rate.curve(time), seed);
    }
  };

  /** Unless another is given, so that runs can be compared. */
  static final long SEED = 1;

  /** When each request is due; the seed is that of chance. */
  abstract SendSequence sequence(LoadRate rate, Duration time, long seed);

  /** {@code poisson}. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
