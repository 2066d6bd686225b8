package org.jvmcluster.runtime.inject;

import static java.util.Objects.requireNonNull;

import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxBootstrapImpl;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.core.spi.VertxServiceProvider;
import io.vertx.core.spi.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.VertxFrontDoor;
import org.jvmcluster.runtime.loop.EventLoops;

/**
 * Puts one front door into every Vert.x instance of this JVM, and knows which instances serve
 * through it. Safe from any thread.
 */
final class Injection {
  private final VertxFrontDoor door;
  private final EventLoops loops;
  private final Metering metering;
  private final VertxPools pools = new VertxPools();
  private final CopyOnWriteArrayList<Instance> serving = new CopyOnWriteArrayList<>();

  /**
   * With all meters.
   *
   * @param loops meters the event loops of every instance
   */
  Injection(VertxFrontDoor door, EventLoops loops) {
    this(door, loops, Metering.ON);
  }

  /**
   * @param loops meters the event loops of every instance, or of none
   */
  Injection(VertxFrontDoor door, EventLoops loops, Metering metering) {
    this.door = requireNonNull(door, "door");
    this.loops = requireNonNull(loops, "loops");
    this.metering = requireNonNull(metering, "metering");
  }

  /** Changes an instance that is about to be built. */
  void into(VertxBootstrap bootstrap) {
    Instance instance = new Instance();
    List<UnaryOperator<Transport>> stages = new ArrayList<>();
    if (metering == Metering.ON) {
      stages.add(inner -> new MeterStage(inner, loops));
    }
    stages.add(inner -> new ListenStage(inner, door, () -> serving.addIfAbsent(instance)));
    bootstrap.transport(
        TransportStage.stack(io.vertx.core.transport.Transport.EPOLL.implementation(), stages));
    // The interface lacks it; on the class path the type is open to us.
    VertxBootstrapImpl built = (VertxBootstrapImpl) bootstrap;
    if (built.metrics() == null) {
      initMetricsOfTheApplication(built);
    }
    VertxPools metered = metering == Metering.ON ? pools : null;
    built.metrics(new MeteredVertx(built.metrics(), metered, instance::created));
  }

  /** The worker pools of the instances; empty without meters. */
  VertxPools pools() {
    return pools;
  }

  /**
   * A metrics factory that comes after us on the class path does nothing once metrics are set, so
   * those that would come are asked first. The conditions are Vert.x's own.
   */
  private static void initMetricsOfTheApplication(VertxBootstrapImpl bootstrap) {
    if (bootstrap.options().getMetricsOptions() == null
        || !bootstrap.options().getMetricsOptions().isEnabled()) {
      return;
    }
    for (VertxServiceProvider provider : ServiceLoader.load(VertxServiceProvider.class)) {
      if (provider instanceof VertxMetricsFactory) {
        provider.init(bootstrap);
      }
    }
  }

  /** Closes the instances that serve supervised ports; completes when all have closed. */
  CompletionStage<Void> close() {
    List<CompletableFuture<?>> closing = new ArrayList<>();
    for (Instance instance : serving) {
      closing.add(instance.close().toCompletableFuture());
    }
    return CompletableFuture.allOf(closing.toArray(CompletableFuture<?>[]::new));
  }

  private static final class Instance {
    private volatile @Nullable Vertx vertx;

    void created(Vertx instance) {
      vertx = instance;
    }

    CompletionStage<Void> close() {
      Vertx instance = vertx;
      return instance == null
          ? CompletableFuture.completedFuture(null)
          : instance.close().toCompletionStage();
    }
  }
}
