package org.jvmcluster.supervisor.listener;

import static java.util.Objects.requireNonNull;

import io.netty.channel.epoll.LinuxSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jvmcluster.runtime.time.Deadline;

/**
 * Asks whether a port is free before its sockets are made, by a bind <i>without</i> SO_REUSEPORT:
 * with it, the kernel would let us share the port with a stranger of the same user, or with the
 * workers of a dead supervisor, and each would get a part of the connections. The probe never
 * listens, so it takes no connection.
 *
 * <p>Call it only while holding the lock of the port's runtime directory.
 */
public final class PortProbe {
  /** How often a drain is looked at; short against the second in which people notice a wait. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final ListenAddress address;
  private final PortHolders holders;

  /**
   * @param address with a port other than 0: a port the kernel chooses needs no probe
   * @param runtimeDirectory that of the port, whose lock the caller holds
   */
  public PortProbe(ListenAddress address, Path runtimeDirectory) {
    this(address, new PortHolders(Path.of("/proc"), runtimeDirectory));
  }

  PortProbe(ListenAddress address, PortHolders holders) {
    this.address = requireNonNull(address, "address");
    this.holders = requireNonNull(holders, "holders");
    if (address.port() == 0) {
      throw new IllegalArgumentException("a port chosen by the kernel is free");
    }
  }

  /**
   * Returns when the port is free. Blocks while the workers of a dead supervisor hold it, since
   * they drain and end by themselves; nobody is signalled.
   *
   * @param patience the drain limit of those workers
   * @param waiting told once, before the wait, who is waited for
   * @throws PortInUseException if anybody else holds the port, or somebody still does at the
   *     deadline
   * @throws ListenException if the address cannot be bound at all
   * @throws InterruptedException if the wait is no longer wanted
   */
  public void awaitFree(Deadline patience, Consumer<List<PortHolder>> waiting)
      throws PortInUseException, ListenException, InterruptedException {
    boolean told = false;
    while (!isFree()) {
      List<PortHolder> found = holders.of(address);
      boolean orphansOnly = !found.isEmpty() && found.stream().allMatch(PortHolder::orphan);
      // Nobody found: the last orphan may have ended between bind and look. Ask the kernel again.
      if (found.isEmpty() && isFree()) {
        return;
      }
      if (!orphansOnly || patience.hasPassed()) {
        throw new PortInUseException(address, found);
      }
      if (!told) {
        told = true;
        waiting.accept(found);
      }
      Thread.sleep(Math.min(LOOK_AGAIN.toMillis(), 1 + patience.remaining().toMillis()));
    }
  }

  private boolean isFree() throws ListenException {
    try {
      LinuxSocket socket = BoundSocket.bind(address, false);
      socket.close();
      return true;
    } catch (BoundSocket.Taken taken) {
      return false;
    } catch (IOException closeFailed) {
      return true; // It was bound, and close(2) gives the descriptor back in every case.
    }
  }
}
