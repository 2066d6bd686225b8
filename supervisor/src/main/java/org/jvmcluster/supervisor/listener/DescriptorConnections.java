package org.jvmcluster.supervisor.listener;

import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.PromiseCombiner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jvmcluster.runtime.protocol.LaunchId;

/**
 * The connections of workers that take descriptors, and the orders that wait for one. Every method
 * runs on {@code loop}.
 *
 * <p>A worker is known by launch <i>and</i> pid: an orphan that a dead supervisor had just started
 * may come with a launch number which this supervisor gave to another process.
 */
final class DescriptorConnections {
  private final EventLoop loop;
  private final Duration connectWait;
  private final Map<LaunchId, Launch> launches = new HashMap<>();

  DescriptorConnections(EventLoop loop, Duration connectWait) {
    this.loop = loop;
    this.connectWait = connectWait;
  }

  private static final class Launch {
    private final Map<Long, EpollDomainSocketChannel> channelByPid = new HashMap<>();
    private final Queue<Order> waiting = new ArrayDeque<>();
  }

  private record Order(long pid, List<Integer> descriptors, CompletableFuture<Void> done) {
    void fail(DescriptorException reason) {
      done.completeExceptionally(reason);
    }
  }

  /** A process has named its launch. A second connection of the same process is closed. */
  void join(LaunchId id, long pid, EpollDomainSocketChannel channel) {
    Launch launch = launches.computeIfAbsent(id, unknown -> new Launch());
    if (launch.channelByPid.putIfAbsent(pid, channel) != null) {
      Future<?> unused = channel.close();
      return;
    }
    for (Order order : List.copyOf(launch.waiting)) {
      if (order.pid() == pid) {
        launch.waiting.remove(order);
        write(id, channel, order);
      }
    }
  }

  /** Sends now, or as soon as the worker has connected. */
  void send(LaunchId id, long pid, List<Integer> descriptors, CompletableFuture<Void> done) {
    Order order = new Order(pid, descriptors, done);
    Launch launch = launches.computeIfAbsent(id, unknown -> new Launch());
    EpollDomainSocketChannel channel = launch.channelByPid.get(pid);
    if (channel != null) {
      write(id, channel, order);
      return;
    }
    launch.waiting.add(order);
    Future<?> unused =
        loop.schedule(() -> expire(id, launch, order), connectWait.toNanos(), TimeUnit.NANOSECONDS);
  }

  void forget(LaunchId id) {
    Launch launch = launches.remove(id);
    if (launch != null) {
      launch.waiting.forEach(
          order -> order.fail(new DescriptorException("launch " + id + " ended")));
      launch.waiting.clear();
      for (EpollDomainSocketChannel channel : launch.channelByPid.values()) {
        Future<?> unused = channel.close();
      }
    }
  }

  void forgetAll() {
    List.copyOf(launches.keySet()).forEach(this::forget);
  }

  int count() {
    return launches.values().stream().mapToInt(launch -> launch.channelByPid.size()).sum();
  }

  /** The connection is closed; ignored when it never joined. */
  void leave(LaunchId id, long pid, EpollDomainSocketChannel channel) {
    Launch launch = launches.get(id);
    if (launch != null && launch.channelByPid.remove(pid, channel)) {
      discardIfIdle(id, launch);
    }
  }

  private void expire(LaunchId id, Launch launch, Order order) {
    if (launch.waiting.remove(order)) {
      discardIfIdle(id, launch);
      order.fail(
          new DescriptorException(
              name(id, order)
                  + " did not ask for its sockets within "
                  + connectWait.toMillis()
                  + " ms"));
    }
  }

  private void discardIfIdle(LaunchId id, Launch launch) {
    if (launch.channelByPid.isEmpty() && launch.waiting.isEmpty()) {
      launches.remove(id, launch);
    }
  }

  private void write(LaunchId id, EpollDomainSocketChannel channel, Order order) {
    PromiseCombiner all = new PromiseCombiner(loop);
    for (int descriptor : order.descriptors()) {
      // Netty sends the number and leaves the descriptor open: it stays ours.
      all.add((Future<?>) channel.write(new FileDescriptor(descriptor)));
    }
    channel.flush();
    ChannelPromise sent = channel.newPromise();
    sent.addListener(
        result -> {
          if (result.isSuccess()) {
            order.done().complete(null);
          } else {
            order.fail(
                new DescriptorException(
                    "the sockets did not reach " + name(id, order), result.cause()));
          }
        });
    all.finish(sent);
  }

  private static String name(LaunchId id, Order order) {
    return "launch " + id + ", pid " + order.pid();
  }
}
