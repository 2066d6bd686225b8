package org.jvmcluster.runtime.inject;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.ListenPoll;
import io.netty.channel.epoll.Native;
import io.netty.channel.unix.FileDescriptor;
import io.vertx.core.impl.VertxBootstrapImpl;
import io.vertx.core.spi.metrics.Metrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.runtime.listen.QueuedRequests;
import org.jvmcluster.runtime.loop.ArrivalAge;
import org.jvmcluster.runtime.loop.EventLoops;
import org.jvmcluster.runtime.pause.Pauses;

/**
 * Whether this JVM's Netty and Vert.x have what the runtime stands on. Asked once at the start, so
 * that a worker that cannot serve says why instead of failing at its first connection.
 */
final class SelfTest {
  private SelfTest() {}

  /** What is missing and the mend, in a sentence; empty when the worker can serve. */
  static Optional<String> missing() {
    try {
      if (!Epoll.isAvailable()) {
        return Optional.of(
            "the native epoll transport is not available ("
                + Epoll.unavailabilityCause()
                + "), without it a worker cannot take its sockets from the supervisor; put"
                + " io.netty:netty-transport-native-epoll of the application's own Netty version"
                + " and this machine's architecture on the class path");
      }
      if (!Metrics.METRICS_ENABLED) {
        return Optional.of(
            "Vert.x runs with -Dvertx.disableMetrics=true, so the runtime cannot see where requests"
                + " begin and end; remove that option");
      }
      pollOnce();
      VertxBootstrapImpl.class.getMethod("metrics");
      return Optional.empty();
    } catch (IOException | ReflectiveOperationException | LinkageError e) {
      return Optional.of(
          "this application's Netty or Vert.x lacks what the runtime needs ("
              + e
              + "); the jars of Netty must all have one version, and Vert.x must be 5.0");
    }
  }

  /** What does not work though the worker can serve, in sentences. */
  static List<String> reduced() {
    List<String> reduced = new ArrayList<>();
    QueuedRequests.reduced().ifPresent(reduced::add);
    Pauses.reduced().ifPresent(reduced::add);
    ArrivalAge.reduced().ifPresent(reduced::add);
    EventLoops.reduced().ifPresent(reduced::add);
    return reduced;
  }

  private static void pollOnce() throws IOException {
    FileDescriptor set = Native.newEpollCreate();
    try (ListenPoll poll = new ListenPoll()) {
      poll.await(set, 0);
    } finally {
      set.close();
    }
  }
}
