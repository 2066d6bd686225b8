package org.jvmcluster.supervisor;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes what was opened, in reverse order, in every outcome: a failure of one is logged and does
 * not keep the others open. One thread.
 */
final class Closing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Closes it later; returns it. */
  <T extends AutoCloseable> T own(T resource) {
    opened.push(resource);
    return resource;
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable resource = opened.pop();
      try {
        resource.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOG.warn("{} did not close: {}", resource.getClass().getSimpleName(), e.toString());
      }
    }
  }
}
