package org.jvmcluster.supervisor;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every test wait for its conditions as long as a machine may take that does other work
 * besides. Nothing is proven by this limit; it ends a test that would hang.
 */
public final class PatientAwaits implements BeforeAllCallback {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LIMIT);
  }
}
