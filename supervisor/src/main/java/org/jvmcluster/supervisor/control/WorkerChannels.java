package org.jvmcluster.supervisor.control;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.MessageCodec;
import org.jvmcluster.runtime.protocol.ProtocolException;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The supervisor's end of the control channels: a unix socket that workers connect to, say hello
 * on, and stay on for life. What they say goes to a {@link WorkerListener}.
 *
 * <p>One bad client costs its own channel and nothing else: a stranger's user, a first message that
 * is no hello or does not come in time, malformed frames, a worker that does not read. All of it is
 * bounded, also the number of those that have not said hello yet.
 *
 * <p>Safe for any thread.
 */
public final class WorkerChannels implements AutoCloseable {
  /** A worker says hello in its first milliseconds; this allows for a machine that swaps. */
  public static final Duration HELLO_LIMIT = Duration.ofSeconds(10);

  /** More than all workers of a large fleet that start at once and are slow about it. */
  private static final int MAX_WITHOUT_HELLO = 128;

  /** As many as the fleet may have workers: all of them may connect before one is accepted. */
  private static final int BACKLOG = 1024;

  /** The channels are local; closing one takes microseconds. */
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(WorkerChannels.class);

  private final Path socket;
  private final Channel server;
  private final Set<WorkerChannel> open;
  private final Map<LaunchId, WorkerChannel> joined;

  private WorkerChannels(
      Path socket, Channel server, Set<WorkerChannel> open, Map<LaunchId, WorkerChannel> joined) {
    this.socket = socket;
    this.server = server;
    this.open = open;
    this.joined = joined;
  }

  /**
   * Listens at {@code socket}, a path where no file is yet.
   *
   * @param group an epoll group, which stays the caller's
   * @param helloLimit how long a connection may take to say hello
   * @throws IOException when the socket cannot be made, or its owner cannot be told
   */
  public static WorkerChannels open(
      Path socket, EventLoopGroup group, WorkerListener listener, Duration helloLimit)
      throws IOException {
    requireNonNull(listener, "listener");
    TrustedPeers trusted = TrustedPeers.ofThisProcess();
    Set<WorkerChannel> open = ConcurrentHashMap.newKeySet();
    Map<LaunchId, WorkerChannel> joined = new ConcurrentHashMap<>();
    ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(EpollServerDomainSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    String fault =
                        !trusted.include(channel)
                            ? "it is of another user"
                            : open.size() - joined.size() >= MAX_WITHOUT_HELLO
                                ? MAX_WITHOUT_HELLO + " others have not said hello yet"
                                : "";
                    if (fault.isEmpty()) {
                      channel
                          .pipeline()
                          .addLast(new WorkerChannel(listener, open, joined, helloLimit));
                    } else {
                      channel
                          .close()
                          .addListener(
                              closed -> LOG.warn("{}: refused a connection: {}", socket, fault));
                    }
                  }
                })
            .bind(new DomainSocketAddress(socket.toFile()))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException("cannot listen for workers at " + socket, bound.cause());
    }
    return new WorkerChannels(socket, bound.channel(), open, joined);
  }

  /**
   * Sends a message to a worker, after those sent before. Never blocks. A worker that leaves too
   * much unread is cut off instead: its channel is closed and counts as lost.
   *
   * @return false when the worker has not joined or its channel is gone
   * @throws IllegalArgumentException when the message is larger than a frame may be
   */
  public boolean send(LaunchId launch, SupervisorMessage message) {
    WorkerChannel channel = joined.get(launch);
    if (channel == null) {
      return false;
    }
    try {
      return channel.send(MessageCodec.encode(message));
    } catch (ProtocolException e) {
      throw new IllegalArgumentException("cannot send " + message.getClass().getSimpleName(), e);
    }
  }

  /** How many workers have joined and are not lost. */
  public int joinedCount() {
    return joined.size();
  }

  /** Closes every channel and removes the socket. What was lost by that is heard of before. */
  @Override
  public void close() {
    server.close().awaitUninterruptibly(CLOSE_LIMIT.toMillis());
    List<CompletableFuture<Void>> ends = open.stream().map(WorkerChannel::close).toList();
    try {
      CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new))
          .get(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("{}: {} channels are not closed after {}", socket, open.size(), CLOSE_LIMIT, e);
    }
    try {
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      LOG.warn("{} is left behind: {}", socket, e.toString());
    }
  }
}
