package org.jvmcluster.runtime.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvmcluster.runtime.listen.FakeSupervisor;
import org.jvmcluster.runtime.listen.VertxFrontDoor;
import org.jvmcluster.runtime.loop.EventLoops;
import org.jvmcluster.runtime.loop.LoopReader;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.time.NanoClock;

/** What a worker does without that was started to be compared with one that measures. */
class MeteringTest {
  private FakeSupervisor supervisor;

  @BeforeEach
  void startSupervisor() throws Exception {
    supervisor = new FakeSupervisor(1);
  }

  @AfterEach
  void stopSupervisor() throws Exception {
    supervisor.close();
  }

  @ParameterizedTest
  @EnumSource(Metering.class)
  void loopsAndPoolsAreMeasuredUnlessItIsOffAndRequestsAlways(Metering metering) throws Exception {
    VertxFrontDoor door = supervisor.door(Acceptance.IDLE, 64);
    EventLoops loops = new EventLoops(NanoClock.SYSTEM);
    LoopReader reader = loops.reader();
    Injection injection = new Injection(door, loops, metering);
    Vertx vertx = TestWorker.vertx(injection, 1);
    try {
      done(
          vertx
              .createHttpServer()
              .requestHandler(request -> request.response().end("fast"))
              .listen(supervisor.port(), "127.0.0.1"));
      supervisor.sendSockets(door, 0);
      door.open();
      assertThat(RawClient.fresh(supervisor.port(), "/fast").status()).isEqualTo(200);
      done(vertx.executeBlocking(() -> 1));

      // The last byte is on its way before the request has ended.
      Histogram latency = new Histogram(3);
      await()
          .until(
              () -> {
                door.takeReadings().forEach(reading -> addLatency(reading, latency));
                return latency.getTotalCount() == 1;
              });
      boolean measured = metering == Metering.ON;
      assertThat(reader.take()).hasSize(measured ? 1 : 0);
      assertThat(!injection.pools().takeReadings().isEmpty()).isEqualTo(measured);
    } finally {
      done(vertx.close());
      door.drain(Duration.ZERO).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
  }

  private static void addLatency(Reading reading, Histogram into) {
    if (reading instanceof Reading.Distribution distribution
        && reading.name().equals(ReadingNames.LATENCY_NANOS)) {
      into.add(distribution.histogram());
    }
  }

  private static void done(Future<?> future) throws Exception {
    future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @Test
  void aWorkerMeasuresUnlessTheOptionSaysExactlyOff() {
    assertThat(Metering.of(null)).isEqualTo(Metering.ON);
    assertThat(Metering.of("no")).isEqualTo(Metering.ON);
    assertThat(Metering.of("off")).isEqualTo(Metering.OFF);
  }

  @Test
  void aWorkerWithoutMetersSaysSo() {
    assertThat(Metering.ON.reduced()).isEmpty();
    assertThat(Metering.OFF.reduced())
        .hasValueSatisfying(
            sentence -> assertThat(sentence).contains("not measured", "-Dsupervisor.meters=off"));
  }
}
