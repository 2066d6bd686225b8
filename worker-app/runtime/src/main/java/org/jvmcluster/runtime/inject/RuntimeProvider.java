package org.jvmcluster.runtime.inject;

import io.netty.util.Version;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.VertxServiceProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.runtime.api.RuntimeSeam;
import org.jvmcluster.runtime.listen.DescriptorChannel;
import org.jvmcluster.runtime.listen.VertxFrontDoor;
import org.jvmcluster.runtime.loop.EventLoops;
import org.jvmcluster.runtime.pool.meter.TaskPoolMeter;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Versions;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.runtime.worker.WorkerLife;

/**
 * Where the runtime enters an application: Vert.x finds this class by its service file and calls it
 * for each instance it builds, after the application's own choices of transport and metrics. In a
 * JVM that no supervisor started it does nothing at all.
 */
public final class RuntimeProvider implements VertxServiceProvider {
  /** To connect to a socket of this machine; the supervisor may be starting many workers. */
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  /** Made by the ServiceLoader. */
  public RuntimeProvider() {}

  @Override
  public void init(VertxBootstrap bootstrap) {
    if (System.getProperty(Protocol.CONTROL_SOCKET_PROPERTY) != null) {
      Joined.INJECTION.ifPresent(injection -> injection.into(bootstrap));
    }
  }

  /** A JVM joins once, at its first Vert.x instance; the class loader's lock makes it so. */
  private static final class Joined {
    static final Optional<Injection> INJECTION = join();

    private Joined() {}

    private static Optional<Injection> join() {
      Optional<String> missing = SelfTest.missing();
      Versions versions =
          new Versions(
              Runtime.version().toString(),
              VertxInternal.version(),
              nettyVersion(),
              missing.isPresent() ? "nio" : "epoll");
      return WorkerLife.join(versions, SelfTest.reduced())
          .flatMap(life -> missing.isPresent() ? fail(life, missing.get()) : begin(life));
    }

    private static Optional<Injection> begin(WorkerLife life) {
      try {
        DescriptorChannel descriptors =
            DescriptorChannel.connect(
                Path.of(property(Protocol.DESCRIPTOR_SOCKET_PROPERTY)),
                new LaunchId(Long.parseLong(property(Protocol.LAUNCH_PROPERTY))),
                Deadline.after(CONNECT_LIMIT, NanoClock.SYSTEM));
        VertxFrontDoor door = new VertxFrontDoor(life.welcome(), descriptors, life::fail);
        EventLoops loops = new EventLoops(NanoClock.SYSTEM);
        Injection injection = new Injection(door, loops);
        TaskPoolMeter taskPools = new TaskPoolMeter();
        RuntimeSeam.watchPools(taskPools);
        life.begin(door, List.of(loops.readings(), taskPools, injection.pools()), injection::close);
        return Optional.of(injection);
      } catch (IOException | IllegalArgumentException e) {
        return fail(life, e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause()));
      }
    }

    private static Optional<Injection> fail(WorkerLife life, String reason) {
      life.fail(reason);
      return Optional.empty();
    }

    private static String property(String name) {
      String value = System.getProperty(name);
      if (value == null) {
        throw new IllegalArgumentException(
            "the supervisor gave this worker no system property " + name);
      }
      return value;
    }

    private static String nettyVersion() {
      Version version = Version.identify().get("netty-transport");
      return version == null ? "unknown" : version.artifactVersion();
    }
  }
}
