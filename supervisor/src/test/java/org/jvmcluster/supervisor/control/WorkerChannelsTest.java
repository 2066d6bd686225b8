package org.jvmcluster.supervisor.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.Frames;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.MessageCodec;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerMessage;

@Timeout(60)
class WorkerChannelsTest {
  private static final SupervisorMessage WELCOME =
      new SupervisorMessage.Welcome(
          Protocol.VERSION,
          List.of(),
          WarmUp.BEFORE_READY,
          Acceptance.IDLE,
          64,
          Duration.ofSeconds(10));

  @TempDir Path directory;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private Function<WorkerMessage.Hello, SupervisorMessage> answer = hello -> WELCOME;
  private Path socket;
  private WorkerChannels channels;

  private final WorkerListener listener =
      new WorkerListener() {
        @Override
        public SupervisorMessage onHello(WorkerMessage.Hello hello) {
          heard.add("hello " + hello.launch());
          return answer.apply(hello);
        }

        @Override
        public void onMessage(LaunchId launch, WorkerMessage message) {
          heard.add(message.getClass().getSimpleName() + " " + launch);
        }

        @Override
        public void onLost(LaunchId launch) {
          heard.add("lost " + launch);
        }
      };

  @BeforeEach
  void open() throws IOException {
    socket = directory.resolve("workers.sock");
    channels = WorkerChannels.open(socket, group, listener, WorkerChannels.HELLO_LIMIT);
  }

  @AfterEach
  void close() {
    channels.close();
    group.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private void awaitHeard(String... all) {
    await().untilAsserted(() -> assertThat(heard).containsExactly(all));
  }

  @Test
  void welcomesAWorkerAndHearsItUntilItIsLost() throws IOException {
    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(RawWorker.hello(1));
      assertThat(worker.receive()).contains(WELCOME);

      worker.send(new WorkerMessage.Listening(Duration.ofMillis(300)));
      worker.send(new WorkerMessage.Ready());
      awaitHeard("hello 1", "Listening 1", "Ready 1");
    }

    awaitHeard("hello 1", "Listening 1", "Ready 1", "lost 1");
    assertThat(channels.joinedCount()).isZero();
  }

  @Test
  void sendsInOrderAndNothingBeforeTheWelcome() throws IOException {
    SupervisorMessage first = new SupervisorMessage.Unserved(Set.of(new Slot(1)));
    SupervisorMessage second = new SupervisorMessage.Drain(Duration.ofSeconds(3));
    answer =
        hello -> {
          channels.send(hello.launch(), first);
          return WELCOME;
        };

    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(RawWorker.hello(1));
      assertThat(worker.receive()).contains(WELCOME);
      assertThat(channels.send(new LaunchId(1), second)).isTrue();

      assertThat(worker.receive()).contains(first);
      assertThat(worker.receive()).contains(second);
    }
  }

  @Test
  void sendsNothingToAWorkerThatHasNotJoined() {
    assertThat(channels.send(new LaunchId(1), new SupervisorMessage.Drain(Duration.ZERO)))
        .isFalse();
  }

  @Test
  void understandsFramesHoweverTheyAreCut() throws IOException {
    try (RawWorker worker = new RawWorker(socket)) {
      ByteBuffer hello = Frames.frame(MessageCodec.encode(RawWorker.hello(1)));
      while (hello.hasRemaining()) {
        worker.sendBytes(ByteBuffer.wrap(new byte[] {hello.get()}));
      }

      assertThat(worker.receive()).contains(WELCOME);
    }
  }

  @Test
  void refusesALaunchThatTheListenerDoesNotExpect() throws IOException {
    answer = hello -> new SupervisorMessage.Refused("launch 9 is not expected");

    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(RawWorker.hello(9));

      assertThat(worker.receive())
          .contains(new SupervisorMessage.Refused("launch 9 is not expected"));
      assertThat(worker.receive()).isEmpty();
    }
    awaitHeard("hello 9");
    assertThat(channels.joinedCount()).isZero();
  }

  @Test
  void refusesAnotherVersionOfTheProtocolWithTheMend() throws IOException {
    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(RawWorker.hello(1, Protocol.VERSION + 1));

      assertThat(worker.receive().orElseThrow())
          .isInstanceOfSatisfying(
              SupervisorMessage.Refused.class,
              refused -> assertThat(refused.reason()).contains("version 2", "start it from"));
    }
    assertThat(heard).isEmpty();
  }

  @Test
  void refusesASecondChannelOfTheSameLaunchAndKeepsTheFirst() throws IOException {
    try (RawWorker first = new RawWorker(socket);
        RawWorker second = new RawWorker(socket)) {
      first.send(RawWorker.hello(1));
      assertThat(first.receive()).contains(WELCOME);

      second.send(RawWorker.hello(1));

      assertThat(second.receive().orElseThrow()).isInstanceOf(SupervisorMessage.Refused.class);
      assertThat(second.receive()).isEmpty();
      first.send(new WorkerMessage.Ready());
      awaitHeard("hello 1", "Ready 1");
    }
  }

  @Test
  void closesAClientThatDoesNotSayHelloFirst() throws IOException {
    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(new WorkerMessage.Ready());

      assertThat(worker.receive()).isEmpty();
    }
    assertThat(heard).isEmpty();
  }

  @Test
  void closesAClientThatSaysNothingOrOnlyHalfOfIt() throws IOException {
    channels.close();
    channels = WorkerChannels.open(socket, group, listener, Duration.ofMillis(50));

    try (RawWorker silent = new RawWorker(socket);
        RawWorker slow = new RawWorker(socket)) {
      slow.sendBytes(ByteBuffer.allocate(3));

      assertThat(silent.receive()).isEmpty();
      assertThat(slow.receive()).isEmpty();
    }
  }

  @Test
  void closesOnlyTheChannelThatSendsNonsense() throws IOException {
    try (RawWorker good = new RawWorker(socket);
        RawWorker bad = new RawWorker(socket)) {
      good.send(RawWorker.hello(1));
      good.receive();
      bad.send(RawWorker.hello(2));
      bad.receive();

      bad.sendBytes(ByteBuffer.wrap(new byte[] {(byte) 0xff, 1, 2, 3, 4}));

      assertThat(bad.receive()).isEmpty();
      good.send(new WorkerMessage.Ready());
      awaitHeard("hello 1", "hello 2", "lost 2", "Ready 1");
    }
  }

  @Test
  void skipsAMessageOfATypeItDoesNotKnow() throws IOException {
    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(RawWorker.hello(1));
      worker.receive();

      worker.sendBytes(
          Frames.frame("dance\nstyle=waltz\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
      worker.send(new WorkerMessage.Ready());

      awaitHeard("hello 1", "Ready 1");
    }
  }

  @Test
  void closesAWorkerThatSaysHelloTwice() throws IOException {
    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(RawWorker.hello(1));
      worker.receive();

      worker.send(RawWorker.hello(1));

      assertThat(worker.receive()).isEmpty();
      awaitHeard("hello 1", "lost 1");
    }
  }

  @Test
  void cutsOffAWorkerThatDoesNotReadBeforeItFillsTheMemory() throws IOException {
    LaunchId launch = new LaunchId(1);
    List<SupervisorMessage> sent = new ArrayList<>();
    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(RawWorker.hello(1));
      worker.receive();

      SupervisorMessage message = new SupervisorMessage.Drain(Duration.ofSeconds(1));
      while (channels.send(launch, message)) {
        sent.add(message);
      }

      awaitHeard("hello 1", "lost 1");
      assertThat(channels.send(launch, message)).isFalse();
      int frameBytes = Frames.frame(MessageCodec.encode(message)).remaining();
      assertThat((long) sent.size() * frameBytes)
          .as("the bound and what the kernel holds")
          .isLessThan(16 * WorkerChannel.MAX_UNSENT_BYTES);
    }
  }

  @Test
  void survivesAListenerThatThrows() throws IOException {
    answer =
        hello -> {
          throw new IllegalStateException("a fault of the test");
        };
    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(RawWorker.hello(1));
      assertThat(worker.receive()).isEmpty();
    }

    answer = hello -> WELCOME;
    try (RawWorker again = new RawWorker(socket)) {
      again.send(RawWorker.hello(1));
      assertThat(again.receive()).contains(WELCOME);
    }
  }

  @Test
  void limitsHowManyMayBeSilentAtOnce() throws IOException {
    List<RawWorker> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 128; i++) {
        silent.add(new RawWorker(socket));
      }
      try (RawWorker oneTooMany = new RawWorker(socket)) {
        assertThat(oneTooMany.receive()).isEmpty();
      }

      silent.remove(0).close();

      await()
          .untilAsserted(
              () -> {
                try (RawWorker next = new RawWorker(socket)) {
                  next.send(RawWorker.hello(1));
                  assertThat(next.receive()).contains(WELCOME);
                }
              });
    } finally {
      for (RawWorker worker : silent) {
        worker.close();
      }
    }
  }

  @Test
  void servesManyWorkersAtOnce() throws IOException {
    List<RawWorker> workers = new ArrayList<>();
    try {
      for (int launch = 1; launch <= 300; launch++) {
        RawWorker worker = new RawWorker(socket);
        workers.add(worker);
        worker.send(RawWorker.hello(launch));
      }
      for (RawWorker worker : workers) {
        assertThat(worker.receive()).contains(WELCOME);
      }

      SupervisorMessage drain = new SupervisorMessage.Drain(Duration.ZERO);
      for (int launch = 1; launch <= 300; launch++) {
        assertThat(channels.send(new LaunchId(launch), drain)).isTrue();
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
    try (RawWorker worker = new RawWorker(socket)) {
      worker.send(RawWorker.hello(1));
      worker.receive();

      channels.close();

      assertThat(heard).containsExactly("hello 1", "lost 1");
      assertThat(socket).doesNotExist();
    }
  }
}
