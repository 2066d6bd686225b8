package org.jvmcluster.runtime.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.protocol.Frames;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Drain;
import org.jvmcluster.runtime.protocol.SupervisorMessage.LimitConnections;
import org.jvmcluster.runtime.protocol.WorkerMessage.Failed;
import org.jvmcluster.runtime.protocol.WorkerMessage.Ready;
import org.jvmcluster.runtime.time.NanoClock;

class ControlChannelTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;
  private FakeSupervisor supervisor;
  private final RecordingInbox inbox = new RecordingInbox();

  @BeforeEach
  void start() throws IOException {
    supervisor = new FakeSupervisor(directory.resolve("control.sock"));
  }

  @AfterEach
  void stop() throws IOException {
    supervisor.close();
  }

  @Test
  void deliversInBothDirectionsInOrder() throws Exception {
    ControlChannel channel = connect();

    assertThat(channel.send(new Ready())).isTrue();
    assertThat(channel.send(new Failed("x"))).isTrue();
    supervisor.await(Failed.class);
    assertThat(supervisor.received()).containsExactly(new Ready(), new Failed("x"));

    supervisor.say(new LimitConnections(3));
    supervisor.say(new Drain(Duration.ZERO));
    await().atMost(PATIENCE).until(() -> inbox.received.size() == 2);
    assertThat(inbox.received).containsExactly(new LimitConnections(3), new Drain(Duration.ZERO));
  }

  @Test
  void deliversAMessageLongerThanTheBuffersOfTheKernel() throws Exception {
    ControlChannel channel = connect();
    String reason = "x".repeat(3_000_000);

    channel.send(new Failed(reason));

    assertThat(supervisor.await(Failed.class).reason()).hasSize(reason.length());
    assertThat(channel.awaitEmpty(PATIENCE, NanoClock.SYSTEM)).isTrue();
  }

  @Test
  void skipsAMessageItDoesNotKnow() throws Exception {
    connect();

    supervisor.sayBytes(Frames.frame("lend\nconnection=1\n".getBytes(UTF_8)));
    supervisor.say(new Drain(Duration.ZERO));

    await().atMost(PATIENCE).until(() -> !inbox.received.isEmpty());
    assertThat(inbox.received).containsExactly(new Drain(Duration.ZERO));
  }

  @Test
  void tellsWhenTheSupervisorIsGone() throws Exception {
    ControlChannel channel = connect();
    channel.send(new Ready());
    supervisor.await(Ready.class);

    supervisor.hangUp();

    await().atMost(PATIENCE).until(() -> !inbox.ended.isEmpty());
    assertThat(inbox.ended).containsExactly("the supervisor closed the control channel");
    assertThat(channel.send(new Ready())).isFalse();
    assertThat(channel.awaitEmpty(PATIENCE, NanoClock.SYSTEM)).isTrue();
  }

  @Test
  void endsWhenTheStreamIsOutOfStep() throws Exception {
    connect();

    supervisor.sayBytes(ByteBuffer.wrap("HTTP/1.1 400 Bad Request\r\n".getBytes(UTF_8)));

    await().atMost(PATIENCE).until(() -> !inbox.ended.isEmpty());
    assertThat(inbox.ended.get(0)).contains("a frame of 1213486160 bytes");
  }

  @Test
  void tellsWhenThereIsNoSupervisor() {
    ControlChannel channel = new ControlChannel(directory.resolve("nobody.sock"));

    channel.run(inbox);

    assertThat(inbox.ended).hasSize(1);
    assertThat(inbox.ended.get(0)).contains("nobody.sock");
  }

  @Test
  void neverHoldsUpASenderWhenTheSupervisorReadsNothing() throws Exception {
    ControlChannel channel = connect();
    supervisor.stopReading();
    Failed large = new Failed("x".repeat(1_000_000));

    int taken = 0;
    while (taken < 1000 && channel.send(large)) {
      taken++;
    }

    assertThat(taken).isLessThan(1000);
    assertThat(channel.isEmpty()).isFalse();
    assertThat(channel.awaitEmpty(Duration.ofMillis(5), NanoClock.SYSTEM)).isFalse();
  }

  private ControlChannel connect() {
    ControlChannel channel = new ControlChannel(supervisor.socket());
    Daemons.start("test-control", () -> channel.run(inbox));
    return channel;
  }

  private static final class RecordingInbox implements ControlChannel.Inbox {
    final List<SupervisorMessage> received = new CopyOnWriteArrayList<>();
    final List<String> ended = new CopyOnWriteArrayList<>();

    @Override
    public void received(SupervisorMessage message) {
      received.add(message);
    }

    @Override
    public void ended(String reason) {
      ended.add(reason);
    }
  }
}
