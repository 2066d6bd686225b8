package org.jvmcluster.supervisor.listener;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.protocol.LaunchId;

/**
 * Passes descriptors to workers over a unix socket (SCM_RIGHTS, unix(7)). A worker connects and
 * writes the number of its launch, 8 bytes big-endian; from then on descriptors travel to it, each
 * with one byte, in the order in which they were given to {@link #send}. What they are is announced
 * on the control channel.
 *
 * <p>Safe for any thread. Everything happens on one thread of its own, {@code descriptors}.
 */
public final class DescriptorServer implements AutoCloseable {
  /** For the loop to finish what it does; it only ever does short things. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(2);

  private final EventLoopGroup group;
  private final EventLoop loop;
  private final Channel server;
  private final DescriptorConnections connections;

  private DescriptorServer(
      EventLoopGroup group, EventLoop loop, Channel server, DescriptorConnections connections) {
    this.group = group;
    this.loop = loop;
    this.server = server;
    this.connections = connections;
  }

  /**
   * Listens on {@code socket}, which must not exist.
   *
   * @param ownUid the user whose processes may connect, beside root
   * @param connectWait how long {@link #send} waits for a worker that has not connected yet
   * @throws IOException if the socket cannot be made
   */
  public static DescriptorServer open(Path socket, int ownUid, Duration connectWait)
      throws IOException {
    requireNonNull(connectWait, "connectWait");
    if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      // Netty would unlink it before it binds, whatever it is.
      throw new FileAlreadyExistsException(socket.toString(), null, "remove it");
    }
    Epoll.ensureAvailability();
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("descriptors", true), EpollIoHandler.newFactory());
    EventLoop loop = group.next();
    DescriptorConnections connections = new DescriptorConnections(loop, connectWait);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop)
            .channel(EpollServerDomainSocketChannel.class)
            .childHandler(
                new ChannelInitializer<EpollDomainSocketChannel>() {
                  @Override
                  protected void initChannel(EpollDomainSocketChannel channel) {
                    channel.pipeline().addLast(new LaunchNumberReader(ownUid, connections));
                  }
                })
            .bind(new DomainSocketAddress(socket.toFile()))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      shutDown(group);
      throw new IOException("cannot listen on " + socket, bound.cause());
    }
    return new DescriptorServer(group, loop, bound.channel(), connections);
  }

  /**
   * Sends descriptors to a worker, in this order, after those of earlier calls. They stay open here
   * and must do so until the stage is complete.
   *
   * @param pid of the worker; another process that uses the launch's number gets nothing
   * @return complete when the kernel has taken all of them; fails with {@link DescriptorException}
   *     when the worker has not connected in time, is gone, or is forgotten before it has read them
   */
  public CompletionStage<Void> send(LaunchId launch, long pid, List<Integer> descriptors) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    List<Integer> copy = List.copyOf(descriptors);
    if (!onLoop(() -> connections.send(launch, pid, copy, done))) {
      done.completeExceptionally(new DescriptorException("the descriptor server is closed"));
    }
    return done;
  }

  /** The worker is gone: closes its connection. Unknown launches are ignored. */
  public void forget(LaunchId launch) {
    // Refused when closed: then there is nothing to forget.
    boolean unused = onLoop(() -> connections.forget(launch));
  }

  /** Connections open now. */
  int connections() {
    CompletableFuture<Integer> count = new CompletableFuture<>();
    loop.execute(() -> count.complete(connections.count()));
    return count.join();
  }

  /**
   * Closes every connection and removes the socket's file. Called twice, the second is harmless.
   */
  @Override
  public void close() {
    server.close().awaitUninterruptibly(CLOSE_WAIT.toMillis());
    boolean unused = onLoop(connections::forgetAll);
    shutDown(group);
  }

  private boolean onLoop(Runnable task) {
    try {
      loop.execute(task);
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  private static void shutDown(EventLoopGroup group) {
    group
        .shutdownGracefully(0, CLOSE_WAIT.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(CLOSE_WAIT.toMillis());
  }
}
