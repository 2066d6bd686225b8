package org.jvmcluster.runtime.listen;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jvmcluster.runtime.loop.LoopMeter;
import org.jvmcluster.runtime.loop.MeteredLoop;

/**
 * The event loops of this worker, each with its room, and the accept loops that wait for room. One
 * for all supervised ports, since ports share loops. Safe from any thread.
 */
final class Rooms {
  /** Is told whenever there may be more room. */
  interface Watcher {
    /** Called on an event loop for every request: must neither block nor allocate. */
    void roomChanged();
  }

  private final ConcurrentMap<EventLoop, LoopRoom> byLoop = new ConcurrentHashMap<>();
  private final CopyOnWriteArrayList<LoopRoom> inOrder = new CopyOnWriteArrayList<>();
  private volatile Watcher[] watchers = {};

  /** The room of a loop. */
  LoopRoom of(EventLoop loop) {
    LoopRoom known = byLoop.get(loop);
    return known != null ? known : add(loop);
  }

  private synchronized LoopRoom add(EventLoop loop) {
    return byLoop.computeIfAbsent(
        loop,
        added -> {
          // The number that the loop's own meters bear, where it has any.
          int number = added instanceof MeteredLoop metered ? metered.number() : inOrder.size();
          LoopRoom room = new LoopRoom(added, new LoopMeter(number));
          inOrder.add(room);
          return room;
        });
  }

  /** The rooms of the loops that serve a port just now; instances may come and go. */
  List<LoopRoom> of(EventLoopGroup group) {
    List<LoopRoom> rooms = new ArrayList<>(4);
    // Vert.x keeps the loops of a server in a plain list that it changes under the group's monitor.
    synchronized (group) {
      for (EventExecutor loop : group) {
        rooms.add(of((EventLoop) loop));
      }
    }
    return rooms;
  }

  /** All rooms ever seen. */
  List<LoopRoom> all() {
    return inOrder;
  }

  /** Requests in flight in the whole worker. */
  int inFlight() {
    int sum = 0;
    for (LoopRoom room : inOrder) {
      sum += room.inFlight();
    }
    return sum;
  }

  /** Requests begun, and those that fresh connections will bring, in the whole worker. */
  int expected() {
    int sum = 0;
    for (LoopRoom room : inOrder) {
      sum += room.expected();
    }
    return sum;
  }

  /** Tells every watcher that there may be more room. */
  void changed() {
    for (Watcher watcher : watchers) {
      watcher.roomChanged();
    }
  }

  synchronized void watch(Watcher watcher) {
    List<Watcher> more = new ArrayList<>(List.of(watchers));
    more.add(watcher);
    watchers = more.toArray(new Watcher[0]);
  }

  synchronized void unwatch(Watcher watcher) {
    List<Watcher> fewer = new ArrayList<>(List.of(watchers));
    fewer.remove(watcher);
    watchers = fewer.toArray(new Watcher[0]);
  }
}
