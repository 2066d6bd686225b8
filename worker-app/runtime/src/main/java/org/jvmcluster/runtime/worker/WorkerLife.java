package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jvmcluster.runtime.listen.Admission;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.listen.StandardError;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Welcome;
import org.jvmcluster.runtime.protocol.Versions;
import org.jvmcluster.runtime.protocol.WorkerIdentity;
import org.jvmcluster.runtime.protocol.WorkerMessage.Hello;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * The life of this JVM as a worker of a supervisor: {@link #join} when the application builds its
 * Vert.x, {@link #begin} when there is a door, and from there on by itself until the JVM exits. It
 * exits when the supervisor says so, when a TERM signal does, and whenever the supervisor is gone.
 *
 * <p>Safe for any thread. Only {@code join} blocks.
 */
public final class WorkerLife {
  /** How long the supervisor may take to answer; it answers from memory, so this is generous. */
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(10);

  /**
   * So many times the requests at which a worker accepts no more connections, those on the open
   * ones are refused: kept-alive clients may have many more in flight than the gate lets in, and a
   * service that only waits bears them; what is left is a bound on memory.
   */
  private static final int MOST_IN_FLIGHT_FACTOR = 64;

  private final WorkerIdentity identity;
  private final Welcome welcome;
  private final LifeCycle life;
  private final LifeLoop loop;
  private final Application application;
  private final AtomicBoolean begun = new AtomicBoolean();

  private WorkerLife(
      WorkerIdentity identity,
      Welcome welcome,
      LifeCycle life,
      LifeLoop loop,
      Application application) {
    this.identity = requireNonNull(identity, "identity");
    this.welcome = requireNonNull(welcome, "welcome");
    this.life = requireNonNull(life, "life");
    this.loop = requireNonNull(loop, "loop");
    this.application = requireNonNull(application, "application");
  }

  /**
   * Joins the supervisor that started this JVM. The first thing it does is to watch the control
   * channel: from then on this JVM does not outlive its supervisor for long. Waits at most 10
   * seconds for the supervisor's answer. When it cannot join, it says so in one line on standard
   * error and exits with code 1; it does not return then.
   *
   * @param versions what this worker runs on
   * @param reduced what does not work in it, in sentences
   * @return empty when no supervisor started this JVM, which then runs as if the runtime were not
   *     there
   * @throws IllegalStateException when this JVM has joined already
   */
  public static Optional<WorkerLife> join(Versions versions, List<String> reduced) {
    requireNonNull(versions, "versions");
    requireNonNull(reduced, "reduced");
    Optional<Launch> launch;
    try {
      launch = Launch.read(System::getProperty, System::getenv, ProcessHandle.current().pid());
    } catch (IllegalArgumentException e) {
      StandardError.say("this worker cannot join its supervisor: " + e.getMessage());
      System.exit(1);
      throw e;
    }
    if (launch.isEmpty()) {
      return Optional.empty();
    }
    LifeLoop loop = new LifeLoop();
    Application application = ConnectedApplication.connect(launch.get().identity(), loop::wake);
    return Optional.of(
        join(
            launch.get(),
            versions,
            reduced,
            loop,
            application,
            channel -> new JvmEnding(channel, NanoClock.SYSTEM),
            true));
  }

  /**
   * Joins with the parts given.
   *
   * @param signals whether to take over the signals of this JVM
   */
  static WorkerLife join(
      Launch launch,
      Versions versions,
      List<String> reduced,
      LifeLoop loop,
      Application application,
      Function<ControlChannel, Ending> endings,
      boolean signals) {
    ControlChannel channel = new ControlChannel(launch.controlSocket());
    Ending ending = endings.apply(channel);
    LifeCycle life =
        new LifeCycle(
            channel,
            application,
            new DaemonChores(channel, NanoClock.SYSTEM),
            ending,
            loop,
            NanoClock.SYSTEM,
            WorkerLife::sinceStart);
    ControlChannel.Inbox inbox = loop.inbox(life, ending, channel);
    Daemons.start("worker-control", () -> channel.run(inbox));
    Daemons.start("worker-life", () -> loop.run(life, ending));
    if (signals) {
      obeySignals(loop, life);
    }
    channel.send(new Hello(Protocol.VERSION, launch.id(), launch.identity(), versions, reduced));
    Welcome welcome = awaitWelcome(launch, life, ending);
    return new WorkerLife(launch.identity(), welcome, life, loop, application);
  }

  /** Who this worker is. */
  public WorkerIdentity identity() {
    return identity;
  }

  /** What the supervisor said at the start. */
  public Welcome welcome() {
    return welcome;
  }

  /**
   * Hands over the door of the application. From now on it is reported, opened, limited and
   * drained. Once only.
   *
   * @param door called by one thread that is no event loop
   * @param meters reported beside what the door counts; read by the report thread
   * @param closeApplication starts to close the application once the door has drained; called on a
   *     thread of its own and waited for with a limit
   * @throws IllegalStateException at the second call
   */
  public void begin(
      FrontDoor door,
      List<ReadingSource> meters,
      Supplier<? extends CompletionStage<?>> closeApplication) {
    requireNonNull(door, "door");
    List<ReadingSource> copy = List.copyOf(meters);
    requireNonNull(closeApplication, "closeApplication");
    if (!begun.compareAndSet(false, true)) {
      throw new IllegalStateException("worker " + identity + " has its door already");
    }
    loop.execute(() -> life.begun(door, copy, closeApplication));
  }

  /**
   * Watches over the event loops from now on, from a thread of its own, and has requests refused
   * while they are overloaded. Does nothing when the admission refuses nothing.
   *
   * @param strain how hard pressed they are; asked ten times a second
   */
  public void guard(Admission admission, Supplier<Strain> strain) {
    admission
        .shedAfter()
        .ifPresent(
            shedAfter -> {
              long most = (long) welcome.maxInFlight() * MOST_IN_FLIGHT_FACTOR;
              OverloadRule rule =
                  new OverloadRule(shedAfter, (int) Math.min(most, Integer.MAX_VALUE));
              Daemons.start(
                  "worker-guard",
                  new OverloadGuard(strain, rule, admission, application, NanoClock.SYSTEM));
            });
  }

  /**
   * Tells the supervisor why this worker cannot go on, drains what is open, and ends the JVM with
   * code 1. Returns at once; does nothing when the worker is leaving already.
   *
   * @param reason what was tried, what came of it and the mend, in a sentence
   */
  public void fail(String reason) {
    requireNonNull(reason, "reason");
    loop.execute(() -> life.fail(reason));
  }

  private static Welcome awaitWelcome(Launch launch, LifeCycle life, Ending ending) {
    String reason;
    try {
      return life.joined().get(JOIN_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      reason = String.valueOf(requireNonNull(e.getCause()).getMessage());
    } catch (TimeoutException e) {
      reason = "no answer within " + JOIN_LIMIT.toSeconds() + " s";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reason = "interrupted";
    }
    StandardError.say(
        "worker "
            + launch.identity()
            + " cannot join the supervisor at "
            + launch.controlSocket()
            + ": "
            + reason);
    ending.haltAfter(Departure.HALT_GRACE);
    ending.exitNow(1);
    throw new IllegalStateException(reason);
  }

  private static void obeySignals(LifeLoop loop, LifeCycle life) {
    // A terminal sends these two to the whole process group; what they mean, the supervisor says.
    Signals.ignore("INT");
    Signals.ignore("HUP");
    Signals.handle("TERM", () -> loop.execute(life::terminated));
  }

  private static Duration sinceStart() {
    return Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
  }
}
