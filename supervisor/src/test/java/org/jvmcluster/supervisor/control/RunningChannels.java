package org.jvmcluster.supervisor.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerMessage;

/** The supervisor's end of the control channels on a real socket, and what its listener heard. */
final class RunningChannels implements WorkerListener, AutoCloseable {
  static final SupervisorMessage WELCOME =
      new SupervisorMessage.Welcome(
          Protocol.VERSION,
          List.of(),
          WarmUp.BEFORE_READY,
          Acceptance.IDLE,
          64,
          Duration.ofSeconds(10),
          Duration.ofSeconds(1));

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final Path socket;
  private volatile Function<WorkerMessage.Hello, SupervisorMessage> answer = hello -> WELCOME;
  private WorkerChannels channels;

  RunningChannels(Path directory) throws IOException {
    socket = directory.resolve("workers.sock");
    channels = WorkerChannels.open(socket, group, this, WorkerChannels.HELLO_LIMIT);
  }

  /** Begins anew with another limit for the hello. */
  void reopen(Duration helloLimit) throws IOException {
    channels.close();
    channels = WorkerChannels.open(socket, group, this, helloLimit);
  }

  Path socket() {
    return socket;
  }

  WorkerChannels channels() {
    return channels;
  }

  void answersHello(Function<WorkerMessage.Hello, SupervisorMessage> with) {
    answer = with;
  }

  /** {@code hello 1}, {@code Ready 1}, {@code lost 1}, in the order in which it was heard. */
  List<String> heard() {
    return heard;
  }

  void awaitHeard(String... all) {
    await().untilAsserted(() -> assertThat(heard).containsExactly(all));
  }

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

  @Override
  public void close() {
    channels.close();
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
