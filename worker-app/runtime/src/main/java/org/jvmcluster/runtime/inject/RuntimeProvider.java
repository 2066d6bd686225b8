package org.jvmcluster.runtime.inject;

import io.netty.util.Version;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.VertxServiceProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jvmcluster.runtime.api.RuntimeSeam;
import org.jvmcluster.runtime.listen.Admission;
import org.jvmcluster.runtime.listen.DescriptorChannel;
import org.jvmcluster.runtime.listen.VertxFrontDoor;
import org.jvmcluster.runtime.loop.EventLoops;
import org.jvmcluster.runtime.pause.Pauses;
import org.jvmcluster.runtime.pool.meter.TaskPoolMeter;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.ReadingSource;
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
      Metering metering = Metering.of(System.getProperty(Metering.PROPERTY));
      List<String> reduced = new ArrayList<>(SelfTest.reduced());
      metering.reduced().ifPresent(reduced::add);
      Versions versions =
          new Versions(
              Runtime.version().toString(),
              VertxInternal.version(),
              nettyVersion(),
              missing.isPresent() ? "nio" : "epoll");
      return WorkerLife.join(versions, reduced)
          .flatMap(life -> missing.isPresent() ? fail(life, missing.get()) : begin(life, metering));
    }

    private static Optional<Injection> begin(WorkerLife life, Metering metering) {
      try {
        DescriptorChannel descriptors =
            DescriptorChannel.connect(
                Path.of(property(Protocol.DESCRIPTOR_SOCKET_PROPERTY)),
                new LaunchId(Long.parseLong(property(Protocol.LAUNCH_PROPERTY))),
                Deadline.after(CONNECT_LIMIT, NanoClock.SYSTEM));
        Duration shedAfter = life.welcome().shedAfter();
        Admission admission =
            new Admission(shedAfter.isZero() ? Optional.empty() : Optional.of(shedAfter));
        VertxFrontDoor door =
            new VertxFrontDoor(life.welcome(), admission, descriptors, life::fail);
        EventLoops loops = new EventLoops(NanoClock.SYSTEM);
        Injection injection = new Injection(door, loops, metering);
        life.begin(
            door, metering == Metering.ON ? meters(loops, injection) : List.of(), injection::close);
        life.guard(admission, new LoopStrain(loops.reader(), door, admission));
        return Optional.of(injection);
      } catch (IOException | IllegalArgumentException e) {
        return fail(life, e.getMessage() + (e.getCause() == null ? "" : ": " + e.getCause()));
      }
    }

    private static List<ReadingSource> meters(EventLoops loops, Injection injection) {
      List<ReadingSource> meters = new ArrayList<>(Pauses.watch(NanoClock.SYSTEM));
      meters.add(loops.readings());
      TaskPoolMeter taskPools = new TaskPoolMeter();
      RuntimeSeam.watchPools(taskPools);
      meters.add(taskPools);
      meters.add(injection.pools());
      return meters;
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
