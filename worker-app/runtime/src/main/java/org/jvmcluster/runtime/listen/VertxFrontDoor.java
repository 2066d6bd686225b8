package org.jvmcluster.runtime.listen;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * The door in front of the application's Vert.x: its server channels, the accept loops behind them,
 * and what they count. One for all Vert.x instances of a worker.
 *
 * <p>Safe from any thread; {@link #prepare} and {@link #serverChannel} are for the transport, the
 * rest for the worker's control thread.
 */
public final class VertxFrontDoor implements FrontDoor {
  private final DescriptorSource descriptors;
  private final Rooms rooms = new Rooms();
  private final Admission admission;
  private final ConnectionBook book;
  private final Refusals refusals = new Refusals();
  private final AcceptFailures failures;
  private final AtomicInteger privateDoors = new AtomicInteger();
  private final FrontPorts ports;
  private volatile boolean opened;

  /** Guarded by this. */
  private @Nullable Drain drain;

  /**
   * @param welcome what the supervisor said: the ports, whose sockets, how many in flight
   * @param admission which requests are refused
   * @param descriptors where the sockets come from; closed when the door has drained
   * @param failure told in a sentence why this worker can no longer accept
   */
  public VertxFrontDoor(
      SupervisorMessage.Welcome welcome,
      Admission admission,
      DescriptorSource descriptors,
      Consumer<String> failure) {
    this.admission = requireNonNull(admission, "admission");
    this.book = new ConnectionBook(rooms, admission);
    this.descriptors = requireNonNull(descriptors, "descriptors");
    this.failures = new AcceptFailures(failure, StandardError::say);
    List<ServedPort> served = new ArrayList<>();
    welcome
        .ports()
        .forEach(
            port ->
                served.add(
                    new ServedPort(
                        port,
                        welcome.acceptance(),
                        book,
                        failures,
                        refusals,
                        handover -> gate(welcome, handover.loops()))));
    this.ports = new FrontPorts(served);
  }

  private Gate gate(SupervisorMessage.Welcome welcome, EventLoopGroup loops) {
    return switch (welcome.acceptance()) {
      case IDLE ->
          new AskingGate(rooms, loops, welcome.maxInFlight(), () -> privateDoors.get() > 0);
      case OWN -> new TrustingGate(rooms, loops, welcome.maxInFlight());
    };
  }

  /**
   * Lets a bootstrap make channels of {@link #serverChannel}.
   *
   * @param speaksTls whether its server does
   */
  public void prepare(ServerBootstrap bootstrap, boolean speaksTls) {
    bootstrap.option(FrontChannel.SPEAKS_TLS, speaksTls);
    bootstrap.option(FrontChannel.BOOTSTRAP, bootstrap);
  }

  /**
   * A server channel for TCP.
   *
   * @param whenServed called on the acceptor's loop when it was bound to a supervised port
   */
  public ServerChannel serverChannel(Runnable whenServed) {
    return new FrontChannel(ports, whenServed);
  }

  /**
   * Whether what the loops do is what clients asked for: not while the application starts, and not
   * while the worker warms itself up.
   */
  public boolean isServing() {
    return opened && privateDoors.get() == 0;
  }

  /** Requests in flight in the whole worker. */
  public int inFlight() {
    return rooms.inFlight();
  }

  @Override
  public CompletionStage<Void> bound() {
    return CompletableFuture.allOf(
        ports.all().stream()
            .map(port -> port.bound().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new));
  }

  @Override
  public void receive(List<SocketLabel> labels, Duration limit) throws IOException {
    Deadline deadline = Deadline.after(limit, NanoClock.SYSTEM);
    for (SocketLabel label : labels) {
      ListeningSocket socket = new ListeningSocket(label, new Socket(descriptors.next(deadline)));
      ServedPort port = ports.find(label.port());
      if (port == null) {
        socket.close();
        throw new IOException(
            "the supervisor sent a socket of port "
                + label.port()
                + ", which it did not name when this worker joined");
      }
      port.receive(socket);
    }
  }

  @Override
  public void open() {
    for (ServedPort port : ports.all()) {
      if (port.server() == null) {
        throw new IllegalStateException(
            "the application has not bound port " + port.port().port() + "; it cannot be opened");
      }
    }
    for (ServedPort port : ports.all()) {
      try {
        port.open();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot accept on port " + port.port().port(), e);
      }
    }
    opened = true;
  }

  @Override
  public void unserved(Set<Slot> slots) {
    ports.all().forEach(port -> port.unserved(slots));
  }

  @Override
  public void limitConnections(int connections) {
    book.limit(connections);
  }

  @Override
  public synchronized CompletionStage<DrainResult> drain(Duration limit) {
    Drain running = drain;
    if (running == null) {
      running = Drain.start(ports, book, limit);
      drain = running;
      running
          .result()
          .whenComplete(
              (left, failure) -> {
                refusals.close();
                descriptors.close();
              });
    } else {
      running.shorten(limit);
    }
    return running.result();
  }

  @Override
  public PrivateDoor openPrivateDoor() throws IOException {
    Optional<ServerBootstrap> server =
        ports.all().stream()
            .flatMap(port -> Optional.ofNullable(port.server()).stream())
            .findFirst();
    if (server.isEmpty()) {
      throw new IOException("the application has bound no supervised port to warm up");
    }
    PrivateListener listener =
        PrivateListener.open(
            server.get(), () -> admission.suspend(privateDoors.decrementAndGet() > 0));
    privateDoors.incrementAndGet();
    admission.suspend(true);
    return listener;
  }

  @Override
  public List<Reading> takeReadings() {
    List<Reading> readings = new ArrayList<>();
    readings.add(Reading.Gauge.of(ReadingNames.CONNECTIONS, book.open().size()));
    readings.add(Reading.Gauge.of(ReadingNames.IN_FLIGHT, rooms.inFlight()));
    long answers = 0;
    for (LoopRoom room : rooms.all()) {
      answers += room.meter().answers();
      room.meter().addReadings(readings);
    }
    readings.add(Reading.Counter.of(ReadingNames.REQUESTS, answers));
    readings.add(Reading.Counter.of(ReadingNames.ACCEPT_FAILURES, failures.count()));
    readings.addAll(admission.takeReadings());
    return readings;
  }
}
