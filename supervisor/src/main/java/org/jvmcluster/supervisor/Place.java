package org.jvmcluster.supervisor;

import java.time.Duration;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.config.SupervisorConfig;
import org.jvmcluster.supervisor.directory.DirectoryException;
import org.jvmcluster.supervisor.directory.DirectoryLocations;
import org.jvmcluster.supervisor.directory.RuntimeDirectory;
import org.jvmcluster.supervisor.listener.ListenAddress;
import org.jvmcluster.supervisor.listener.ListenException;
import org.jvmcluster.supervisor.listener.ListenLayout;
import org.jvmcluster.supervisor.listener.PortHolder;
import org.jvmcluster.supervisor.listener.PortInUseException;
import org.jvmcluster.supervisor.listener.PortProbe;
import org.jvmcluster.supervisor.listener.SlotSockets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A supervisor's place on the machine: the port and the directory that goes with it.
 *
 * @param locations where directories of this user may lie
 * @param directory with its lock
 * @param sockets listening already
 */
record Place(DirectoryLocations locations, RuntimeDirectory directory, SlotSockets sockets) {
  private static final Logger LOG = LoggerFactory.getLogger(Place.class);

  /** Beyond their drain limit, for orphans to close their applications and exit. */
  private static final Duration ORPHAN_MARGIN = Duration.ofSeconds(5);

  /**
   * Takes the lock, waits for orphans, makes the sockets. For a port that the kernel chooses the
   * sockets come first, since nobody else can want its directory.
   *
   * @param workers how many slots
   * @param stop ends the wait for orphans
   * @param closing owns what is made
   */
  static Place take(SupervisorConfig config, int workers, StopSwitch stop, Closing closing)
      throws DirectoryException, PortInUseException, ListenException, InterruptedException {
    DirectoryLocations locations = DirectoryLocations.ofThisProcess();
    ListenAddress address = ListenAddress.resolve(config.host(), config.port());
    ListenLayout layout =
        switch (config.listen()) {
          case REUSEPORT -> ListenLayout.REUSEPORT;
          case SHARED -> ListenLayout.SHARED;
        };
    if (address.port() == 0) {
      SlotSockets sockets =
          closing.own(SlotSockets.open(address, layout, config.backlog(), workers));
      return new Place(locations, claim(locations, sockets.port().port(), stop, closing), sockets);
    }
    RuntimeDirectory directory = claim(locations, address.port(), stop, closing);
    new PortProbe(address, directory.path())
        .awaitFree(
            Deadline.after(config.drainTimeout().plus(ORPHAN_MARGIN), NanoClock.SYSTEM),
            orphans ->
                LOG.warn(
                    "port {} is still held by workers of a supervisor that died, waiting until they"
                        + " have drained: {}",
                    address.port(),
                    orphans.stream().map(PortHolder::describe).collect(Collectors.joining(", "))));
    return new Place(
        locations,
        directory,
        closing.own(SlotSockets.open(address, layout, config.backlog(), workers)));
  }

  private static RuntimeDirectory claim(
      DirectoryLocations locations, int port, StopSwitch stop, Closing closing)
      throws DirectoryException, InterruptedException {
    RuntimeDirectory directory;
    // An interrupt closes the file under the lock, and a file that is not locked is not ours to
    // remove: it would stay.
    stop.holdOff();
    try {
      if (stop.isThrown()) {
        // Pressed before: its interrupt waits for the first file.
        throw new InterruptedException("stopped before there was a directory");
      }
      directory = closing.own(RuntimeDirectory.claim(locations, port));
    } finally {
      stop.letGo();
    }
    directory.warnings().forEach(LOG::warn);
    return directory;
  }
}
