package org.jvmcluster.supervisor.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.protocol.Frames;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.MessageCodec;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage;

@Timeout(60)
class WorkerChannelsLimitsTest {
  @TempDir Path directory;

  private RunningChannels supervisor;

  @BeforeEach
  void open() throws IOException {
    supervisor = new RunningChannels(directory);
  }

  @AfterEach
  void close() {
    supervisor.close();
  }

  @Test
  void closesAClientThatDoesNotSayHelloFirst() throws IOException {
    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(new WorkerMessage.Ready());

      assertThat(worker.receive()).isEmpty();
    }
    assertThat(supervisor.heard()).isEmpty();
  }

  @Test
  void closesAClientThatSaysNothingOrOnlyHalfOfIt() throws IOException {
    supervisor.reopen(Duration.ofMillis(50));

    try (RawWorker silent = new RawWorker(supervisor.socket());
        RawWorker slow = new RawWorker(supervisor.socket())) {
      slow.sendBytes(ByteBuffer.allocate(3));

      assertThat(silent.receive()).isEmpty();
      assertThat(slow.receive()).isEmpty();
    }
  }

  @Test
  void closesOnlyTheChannelThatSendsNonsense() throws IOException {
    try (RawWorker good = new RawWorker(supervisor.socket());
        RawWorker bad = new RawWorker(supervisor.socket())) {
      good.send(RawWorker.hello(1));
      good.receive();
      bad.send(RawWorker.hello(2));
      bad.receive();

      bad.sendBytes(ByteBuffer.wrap(new byte[] {(byte) 0xff, 1, 2, 3, 4}));

      assertThat(bad.receive()).isEmpty();
      good.send(new WorkerMessage.Ready());
      supervisor.awaitHeard("hello 1", "hello 2", "lost 2", "Ready 1");
    }
  }

  @Test
  void skipsAMessageOfATypeItDoesNotKnow() throws IOException {
    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(RawWorker.hello(1));
      worker.receive();

      worker.sendBytes(Frames.frame("dance\nstyle=waltz\n".getBytes(StandardCharsets.UTF_8)));
      worker.send(new WorkerMessage.Ready());

      supervisor.awaitHeard("hello 1", "Ready 1");
    }
  }

  @Test
  void closesAWorkerThatSaysHelloTwice() throws IOException {
    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(RawWorker.hello(1));
      worker.receive();

      worker.send(RawWorker.hello(1));

      assertThat(worker.receive()).isEmpty();
      supervisor.awaitHeard("hello 1", "lost 1");
    }
  }

  @Test
  void cutsOffAWorkerThatDoesNotReadBeforeItFillsTheMemory() throws IOException {
    LaunchId launch = new LaunchId(1);
    List<SupervisorMessage> sent = new ArrayList<>();
    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(RawWorker.hello(1));
      worker.receive();

      SupervisorMessage message = new SupervisorMessage.Drain(Duration.ofSeconds(1));
      while (supervisor.channels().send(launch, message)) {
        sent.add(message);
      }

      supervisor.awaitHeard("hello 1", "lost 1");
      assertThat(supervisor.channels().send(launch, message)).isFalse();
      int frameBytes = Frames.frame(MessageCodec.encode(message)).remaining();
      assertThat((long) sent.size() * frameBytes)
          .as("the bound and what the kernel holds")
          .isLessThan(16 * WorkerChannel.MAX_UNSENT_BYTES);
    }
  }

  @Test
  void survivesAListenerThatThrows() throws IOException {
    supervisor.answersHello(
        hello -> {
          throw new IllegalStateException("a fault of the test");
        });
    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(RawWorker.hello(1));
      assertThat(worker.receive()).isEmpty();
    }

    supervisor.answersHello(hello -> RunningChannels.WELCOME);
    try (RawWorker again = new RawWorker(supervisor.socket())) {
      again.send(RawWorker.hello(1));
      assertThat(again.receive()).contains(RunningChannels.WELCOME);
    }
  }

  @Test
  void limitsHowManyMayBeSilentAtOnce() throws IOException {
    List<RawWorker> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 128; i++) {
        silent.add(new RawWorker(supervisor.socket()));
      }
      try (RawWorker oneTooMany = new RawWorker(supervisor.socket())) {
        assertThat(oneTooMany.receive()).isEmpty();
      }

      silent.remove(0).close();

      await()
          .untilAsserted(
              () -> {
                try (RawWorker next = new RawWorker(supervisor.socket())) {
                  next.send(RawWorker.hello(1));
                  assertThat(next.receive()).contains(RunningChannels.WELCOME);
                }
              });
    } finally {
      for (RawWorker worker : silent) {
        worker.close();
      }
    }
  }
}
