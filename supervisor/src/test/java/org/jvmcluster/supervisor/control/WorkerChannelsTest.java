package org.jvmcluster.supervisor.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.protocol.Frames;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.MessageCodec;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage;

@Timeout(60)
class WorkerChannelsTest {
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
  void welcomesAWorkerAndHearsItUntilItIsLost() throws IOException {
    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(RawWorker.hello(1));
      assertThat(worker.receive()).contains(RunningChannels.WELCOME);

      worker.send(new WorkerMessage.Listening(Duration.ofMillis(300)));
      worker.send(new WorkerMessage.Ready());
      supervisor.awaitHeard("hello 1", "Listening 1", "Ready 1");
    }

    supervisor.awaitHeard("hello 1", "Listening 1", "Ready 1", "lost 1");
    assertThat(supervisor.channels().joinedCount()).isZero();
  }

  @Test
  void sendsInOrderAndNothingBeforeTheWelcome() throws IOException {
    SupervisorMessage first = new SupervisorMessage.Unserved(Set.of(new Slot(1)));
    SupervisorMessage second = new SupervisorMessage.Drain(Duration.ofSeconds(3));
    supervisor.answersHello(
        hello -> {
          supervisor.channels().send(hello.launch(), first);
          return RunningChannels.WELCOME;
        });

    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(RawWorker.hello(1));
      assertThat(worker.receive()).contains(RunningChannels.WELCOME);
      assertThat(supervisor.channels().send(new LaunchId(1), second)).isTrue();

      assertThat(worker.receive()).contains(first);
      assertThat(worker.receive()).contains(second);
    }
  }

  @Test
  void sendsNothingToAWorkerThatHasNotJoined() {
    assertThat(
            supervisor.channels().send(new LaunchId(1), new SupervisorMessage.Drain(Duration.ZERO)))
        .isFalse();
  }

  @Test
  void understandsFramesHoweverTheyAreCut() throws IOException {
    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      ByteBuffer hello = Frames.frame(MessageCodec.encode(RawWorker.hello(1)));
      while (hello.hasRemaining()) {
        worker.sendBytes(ByteBuffer.wrap(new byte[] {hello.get()}));
      }

      assertThat(worker.receive()).contains(RunningChannels.WELCOME);
    }
  }

  @Test
  void refusesALaunchThatTheListenerDoesNotExpect() throws IOException {
    supervisor.answersHello(hello -> new SupervisorMessage.Refused("launch 9 is not expected"));

    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(RawWorker.hello(9));

      assertThat(worker.receive())
          .contains(new SupervisorMessage.Refused("launch 9 is not expected"));
      assertThat(worker.receive()).isEmpty();
    }
    supervisor.awaitHeard("hello 9");
    assertThat(supervisor.channels().joinedCount()).isZero();
  }

  @Test
  void refusesAnotherVersionOfTheProtocolWithTheMend() throws IOException {
    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(RawWorker.hello(1, Protocol.VERSION + 1));

      assertThat(worker.receive().orElseThrow())
          .isInstanceOfSatisfying(
              SupervisorMessage.Refused.class,
              refused -> assertThat(refused.reason()).contains("version 2", "start it from"));
    }
    assertThat(supervisor.heard()).isEmpty();
  }

  @Test
  void refusesASecondChannelOfTheSameLaunchAndKeepsTheFirst() throws IOException {
    try (RawWorker first = new RawWorker(supervisor.socket());
        RawWorker second = new RawWorker(supervisor.socket())) {
      first.send(RawWorker.hello(1));
      assertThat(first.receive()).contains(RunningChannels.WELCOME);

      second.send(RawWorker.hello(1));

      assertThat(second.receive().orElseThrow()).isInstanceOf(SupervisorMessage.Refused.class);
      assertThat(second.receive()).isEmpty();
      first.send(new WorkerMessage.Ready());
      supervisor.awaitHeard("hello 1", "Ready 1");
    }
  }

  @Test
  void servesManyWorkersAtOnce() throws IOException {
    List<RawWorker> workers = new ArrayList<>();
    try {
      for (int launch = 1; launch <= 300; launch++) {
        RawWorker worker = new RawWorker(supervisor.socket());
        workers.add(worker);
        worker.send(RawWorker.hello(launch));
      }
      for (RawWorker worker : workers) {
        assertThat(worker.receive()).contains(RunningChannels.WELCOME);
      }

      SupervisorMessage drain = new SupervisorMessage.Drain(Duration.ZERO);
      for (int launch = 1; launch <= 300; launch++) {
        assertThat(supervisor.channels().send(new LaunchId(launch), drain)).isTrue();
      }
      for (RawWorker worker : workers) {
        assertThat(worker.receive()).contains(drain);
      }
    } finally {
      for (RawWorker worker : workers) {
        worker.close();
      }
    }
  }

  @Test
  void tellsEveryLossAndRemovesTheSocketWhenClosed() throws IOException {
    try (RawWorker worker = new RawWorker(supervisor.socket())) {
      worker.send(RawWorker.hello(1));
      worker.receive();

      supervisor.channels().close();

      assertThat(supervisor.heard()).containsExactly("hello 1", "lost 1");
      assertThat(supervisor.socket()).doesNotExist();
    }
  }
}
