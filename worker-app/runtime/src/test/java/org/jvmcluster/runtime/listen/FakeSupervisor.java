package org.jvmcluster.runtime.listen;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jvmcluster.runtime.protocol.Acceptance;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SocketLabel;
import org.jvmcluster.runtime.protocol.SupervisedPort;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/** Owns real SO_REUSEPORT sockets on loopback and passes real descriptors over a unix socket. */
public final class FakeSupervisor implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String ADDRESS = "127.0.0.1";

  private final Path directory;
  private final LinuxSocket descriptorServer;
  private final List<LinuxSocket> slots = new ArrayList<>();
  private final List<Socket> channels = new ArrayList<>();
  private final AtomicLong launches = new AtomicLong();
  private int port;

  public FakeSupervisor(int slotCount) throws IOException {
    Epoll.ensureAvailability();
    directory = Files.createTempDirectory("door");
    descriptorServer = LinuxSocket.newSocketDomain();
    descriptorServer.bind(new DomainSocketAddress(path().toString()));
    descriptorServer.listen(16);
    for (int i = 0; i < slotCount; i++) {
      addSlot();
    }
  }

  /** One more slot, with a socket of its own. */
  public void addSlot() throws IOException {
    LinuxSocket socket = LinuxSocket.newSocketStream(false);
    socket.setReuseAddress(true);
    socket.setReusePort(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.listen(1024);
    port = socket.localAddress().getPort();
    slots.add(socket);
  }

  public int port() {
    return port;
  }

  private Path path() {
    return directory.resolve("fds");
  }

  public SupervisorMessage.Welcome welcome(Acceptance acceptance, int maxInFlight) {
    return new SupervisorMessage.Welcome(
        1,
        List.of(new SupervisedPort(ADDRESS, port)),
        WarmUp.BEFORE_READY,
        acceptance,
        maxInFlight,
        Duration.ofSeconds(10),
        Duration.ofSeconds(1));
  }

  /** The worker's end of a new descriptor channel; ours is remembered under the same number. */
  DescriptorChannel connect() throws IOException {
    long launch = launches.incrementAndGet();
    DescriptorChannel worker =
        DescriptorChannel.connect(
            path(), new LaunchId(launch), Deadline.after(LIMIT, NanoClock.SYSTEM));
    Socket ours = new Socket(descriptorServer.accept(new byte[25]));
    ByteBuffer hello = ByteBuffer.allocateDirect(Long.BYTES);
    if (ours.read(hello, 0, Long.BYTES) != Long.BYTES || hello.getLong(0) != launch) {
      throw new IOException("expected launch " + launch + ", got " + hello.getLong(0));
    }
    channels.add(ours);
    return worker;
  }

  /** Our end of the latest channel. */
  Socket latest() {
    return channels.get(channels.size() - 1);
  }

  /** A door that has no sockets yet. */
  public VertxFrontDoor door(Acceptance acceptance, int maxInFlight) throws IOException {
    return door(acceptance, maxInFlight, new Admission(Optional.empty()));
  }

  /** A door that refuses what the admission says. */
  public VertxFrontDoor door(Acceptance acceptance, int maxInFlight, Admission admission)
      throws IOException {
    return new VertxFrontDoor(
        welcome(acceptance, maxInFlight),
        admission,
        connect(),
        reason -> {
          throw new AssertionError(reason);
        });
  }

  /** Passes the sockets of all slots to the door that was made last, its own slot first. */
  public void sendSockets(VertxFrontDoor door, int slot) throws IOException {
    List<SocketLabel> labels = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      int next = (slot + i) % slots.size();
      latest().sendFd(slots.get(next).intValue());
      labels.add(new SocketLabel(port, new Slot(next)));
    }
    door.receive(labels, LIMIT);
  }

  /** Passes one more socket to the door that was made last. */
  public void sendSocket(VertxFrontDoor door, int slot) throws IOException {
    latest().sendFd(slots.get(slot).intValue());
    door.receive(List.of(new SocketLabel(port, new Slot(slot))), LIMIT);
  }

  @Override
  public void close() throws IOException {
    for (Socket channel : channels) {
      channel.close();
    }
    for (Socket slot : slots) {
      slot.close();
    }
    descriptorServer.close();
    Files.deleteIfExists(path());
    Files.deleteIfExists(directory);
  }
}
