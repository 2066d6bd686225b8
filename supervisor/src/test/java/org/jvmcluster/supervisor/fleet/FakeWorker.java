package org.jvmcluster.supervisor.fleet;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WarmUp;

/**
 * A worker process of a {@link FleetWorld}: remembers what it was told and says what it is told to
 * say.
 */
final class FakeWorker {
  private final FleetWorld world;
  private final FleetCommand.Spawn order;
  private final long pid;
  private boolean exists;
  private boolean joined;
  private boolean holdsSockets;
  private boolean listening;
  private boolean warm;
  private boolean ready;
  private boolean draining;
  private boolean ending;
  private boolean silent;
  private boolean dumping;
  private boolean killed;
  private boolean gone;

  FakeWorker(FleetWorld world, FleetCommand.Spawn order, long pid) {
    this.world = world;
    this.order = order;
    this.pid = pid;
  }

  LaunchId launch() {
    return order.launch();
  }

  Slot slot() {
    return order.slot();
  }

  Generation generation() {
    return order.generation();
  }

  WarmUp warmUp() {
    return order.warmUp();
  }

  long pid() {
    return pid;
  }

  boolean exists() {
    return exists;
  }

  boolean isJoined() {
    return joined;
  }

  boolean holdsSockets() {
    return holdsSockets;
  }

  /** Accepts connections: it is ready, and neither it nor the fleet has decided on its end. */
  boolean serves() {
    return ready && !isLeaving();
  }

  /** On its way to ready. */
  boolean isBooting() {
    return !ready && !isLeaving();
  }

  private boolean isLeaving() {
    return ending || draining || dumping || killed || gone;
  }

  /** Has said, or shown, that it ends by itself. */
  boolean isEnding() {
    return ending;
  }

  boolean isDraining() {
    return draining;
  }

  boolean isKilled() {
    return killed;
  }

  /** The fleet has decided that it hangs. */
  boolean isHanging() {
    return dumping;
  }

  boolean isGone() {
    return gone;
  }

  void wasAskedForItsThreads() {
    dumping = true;
  }

  void wasToldToDrain() {
    draining = true;
  }

  void wasHandedSockets() {
    holdsSockets = true;
  }

  void wasKilled() {
    killed = true;
  }

  FakeWorker appears() {
    exists = true;
    world.happens(new FleetEvent.Spawned(launch(), pid));
    return this;
  }

  FakeWorker cannotStart(String reason) {
    gone = true;
    world.happens(new FleetEvent.SpawnFailed(launch(), reason));
    return this;
  }

  FakeWorker saysHello() {
    joined = true;
    world.happens(new FleetEvent.SaidHello(launch()));
    return this;
  }

  FakeWorker listens() {
    listening = true;
    world.happens(new FleetEvent.BecameListening(launch()));
    return this;
  }

  FakeWorker warmsUp() {
    warm = true;
    world.happens(new FleetEvent.BecameWarm(launch(), 200, Duration.ofMillis(300)));
    return this;
  }

  FakeWorker becomesReady() {
    ready = true;
    world.happens(new FleetEvent.BecameReady(launch()));
    return this;
  }

  /** It reports no more, as a stopped process does not. */
  FakeWorker fallsSilent() {
    silent = true;
    return this;
  }

  /** A report without figures of its loops. */
  void reportsUnlessSilent() {
    if (!silent && !gone) {
      world.happens(new FleetEvent.Reported(launch(), Pulse.BARE));
    }
  }

  /** A report of one loop that has been away from its poller for so long. */
  FakeWorker reportsBlockedFor(Duration busy) {
    return reports(new Pulse.LoopPulse("0", busy.toNanos(), 0, 0));
  }

  FakeWorker reports(Pulse.LoopPulse... loops) {
    world.happens(
        new FleetEvent.Reported(launch(), new Pulse(List.of(loops), OptionalLong.of(12))));
    return this;
  }

  FakeWorker isExamined(boolean isStarved, String finding) {
    world.happens(new FleetEvent.Examined(launch(), isStarved, finding));
    return this;
  }

  FakeWorker dumpsItsThreads(String... loops) {
    world.happens(
        new FleetEvent.Dumped(
            launch(), Optional.of(new ThreadsSeen(List.of(loops), Optional.of("dumps/1.txt")))));
    return this;
  }

  FakeWorker doesNotDumpItsThreads() {
    world.happens(new FleetEvent.Dumped(launch(), Optional.empty()));
    return this;
  }

  FakeWorker reportsFailure(String reason) {
    ending = true;
    world.happens(new FleetEvent.ReportedFailure(launch(), reason));
    return this;
  }

  FakeWorker finishesDrain() {
    return finishesDrain(0, 0);
  }

  FakeWorker finishesDrain(long cut, long cutRequests) {
    ending = true;
    world.happens(new FleetEvent.FinishedDrain(launch(), cut, cutRequests));
    return this;
  }

  FakeWorker losesControl() {
    ending = true;
    world.happens(new FleetEvent.LostControl(launch()));
    return this;
  }

  FakeWorker exits(int code) {
    gone = true;
    world.happens(new FleetEvent.Exited(launch(), new ExitStatus(code)));
    return this;
  }

  /** What a good worker does next; nothing if it serves, or waits for its sockets. */
  FakeWorker takesItsNextStep() {
    if (!exists) {
      return appears();
    }
    if (killed) {
      return exits(137);
    }
    if (dumping) {
      return dumpsItsThreads("loop-0 at a.B.c(B.java:1)");
    }
    if (ending) {
      return exits(0);
    }
    if (draining) {
      return finishesDrain();
    }
    if (!joined) {
      return saysHello();
    }
    if (!listening) {
      return listens();
    }
    if (!holdsSockets && !warm) {
      return warmsUp();
    }
    return holdsSockets && !ready ? becomesReady() : this;
  }

  /** Everything a good worker does until it is ready. */
  FakeWorker comesUp() {
    while (isBooting()) {
      takesItsNextStep();
    }
    return this;
  }

  /** Everything a good worker does once it is told to drain. */
  FakeWorker leaves() {
    return finishesDrain().exits(0);
  }

  @Override
  public String toString() {
    return "launch " + launch() + " slot " + slot() + " generation " + generation();
  }
}
