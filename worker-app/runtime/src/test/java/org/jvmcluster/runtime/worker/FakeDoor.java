package org.jvmcluster.runtime.worker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;

/** A door that does what the test says and remembers what it was told. */
final class FakeDoor implements FrontDoor {
  final CompletableFuture<Void> bound = new CompletableFuture<>();
  final CompletableFuture<DrainResult> drained = new CompletableFuture<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  final AtomicLong requests = new AtomicLong();

  /** Thrown by {@link #receive} when set. */
  volatile @Nullable IOException receiveFailure;

  /** Thrown by {@link #drain} when set. */
  volatile @Nullable RuntimeException drainFailure;

  /** What {@link #unserved} does besides. */
  volatile Runnable onUnserved = () -> {};

  /** Where the private door leads; none when null. */
  volatile @Nullable InetSocketAddress privateAddress;

  @Override
  public CompletionStage<Void> bound() {
    return bound;
  }

  @Override
  public void receive(List<SocketLabel> labels, Duration limit) throws IOException {
    if (receiveFailure != null) {
      throw receiveFailure;
    }
    calls.add(
        "receive " + labels.stream().map(label -> label.port() + "/" + label.slot()).toList());
  }

  @Override
  public void open() {
    calls.add("open");
  }

  @Override
  public void unserved(Set<Slot> slots) {
    calls.add("unserved " + new ArrayList<>(slots));
    onUnserved.run();
  }

  @Override
  public void limitConnections(int connections) {
    calls.add("limit " + connections);
  }

  @Override
  public CompletionStage<DrainResult> drain(Duration limit) {
    calls.add("drain " + limit.toMillis());
    if (drainFailure != null) {
      throw drainFailure;
    }
    return drained;
  }

  @Override
  public PrivateDoor openPrivateDoor() throws IOException {
    InetSocketAddress address = privateAddress;
    if (address == null) {
      throw new IOException("no private door");
    }
    calls.add("private door");
    return new PrivateDoor() {
      @Override
      public InetSocketAddress address() {
        return address;
      }

      @Override
      public void close() {
        calls.add("private door closed");
      }
    };
  }

  @Override
  public List<Reading> takeReadings() {
    return List.of(Reading.Counter.of(ReadingNames.REQUESTS, requests.get()));
  }
}
