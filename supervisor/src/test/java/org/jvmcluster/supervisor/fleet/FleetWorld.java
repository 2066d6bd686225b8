package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.Slot;

/**
 * Everything around a fleet, played by a test: the clock, the worker processes, the operator. Has
 * every command carried out and, after every event, checked what must hold at any time.
 */
final class FleetWorld {
  static final Duration READY_TIMEOUT = Duration.ofSeconds(30);
  static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);
  static final Duration HANG_TIMEOUT = Duration.ofSeconds(60);

  private static final Instant EPOCH = Instant.parse("2026-01-02T03:04:05Z");

  private final Fleet fleet;

  /** Begins near the end of the clock's range, so that every test crosses its wrap. */
  private final long beginNanos = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

  private Duration elapsed = Duration.ZERO;
  private final CheckedCommands edge;
  private final List<FleetCommand> commands = new ArrayList<>();
  private final List<FleetEvent.OfWorker> news = new ArrayList<>();
  private long requests;

  private FleetWorld(int workers, Duration hangTimeout) {
    edge = new CheckedCommands(this, workers);
    RestartBackoff backoff =
        new RestartBackoff(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(30));
    // In the middle of its range the jitter changes nothing.
    FleetSettings settings =
        new FleetSettings(workers, READY_TIMEOUT, DRAIN_TIMEOUT, hangTimeout, backoff);
    fleet = new Fleet(settings, () -> 0.5);
  }

  /** The supervisor has not opened its port yet. */
  static FleetWorld closed(int workers) {
    return new FleetWorld(workers, Duration.ZERO);
  }

  /** All processes have been ordered, none has appeared. */
  static FleetWorld opened(int workers) {
    FleetWorld world = closed(workers);
    world.happens(new FleetEvent.Opened());
    return world;
  }

  /** All workers are ready. */
  static FleetWorld steady(int workers) {
    FleetWorld world = opened(workers);
    world.living().forEach(FakeWorker::comesUp);
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
    world.forgetCommands();
    return world;
  }

  /** All processes have been ordered, and from when they are ready it is watched for hangs. */
  static FleetWorld openedAndWatched(int workers) {
    return openedAndWatched(workers, HANG_TIMEOUT);
  }

  private static FleetWorld openedAndWatched(int workers, Duration hangTimeout) {
    FleetWorld world = new FleetWorld(workers, hangTimeout);
    world.happens(new FleetEvent.Opened());
    return world;
  }

  /**
   * All workers are ready and watched for hangs. One that the fleet begins to worry about sends a
   * report, unless it is silent.
   */
  static FleetWorld watched(int workers) {
    return watched(workers, HANG_TIMEOUT);
  }

  static FleetWorld watched(int workers, Duration hangTimeout) {
    FleetWorld world = openedAndWatched(workers, hangTimeout);
    world.living().forEach(FakeWorker::comesUp);
    world.forgetCommands();
    return world;
  }

  void happens(FleetEvent event) {
    if (event instanceof FleetEvent.OfWorker ofWorker) {
      news.add(ofWorker);
    }
    List<FleetCommand> given = fleet.handle(event, now());
    commands.addAll(given);
    given.forEach(command -> command.accept(edge));
    edge.checkWhatAlwaysHolds();
    edge.nextExamined().ifPresent(FakeWorker::reportsUnlessSilent);
  }

  RequestId asksForRestart() {
    RequestId request = new RequestId(++requests);
    happens(new FleetEvent.RestartAsked(request));
    return request;
  }

  /** Asks for a restart and has its generation prepared. */
  RequestId restarts() {
    RequestId request = asksForRestart();
    generationIsPrepared();
    return request;
  }

  void generationIsPrepared() {
    happens(new FleetEvent.GenerationPrepared(prepared().get(prepared().size() - 1)));
  }

  RequestId scales(int wanted) {
    RequestId request = new RequestId(++requests);
    edge.atMost(Math.max(1, wanted));
    happens(new FleetEvent.ScaleAsked(request, wanted));
    return request;
  }

  RequestId stops() {
    edge.stopping();
    RequestId request = new RequestId(++requests);
    happens(new FleetEvent.StopAsked(request, false));
    return request;
  }

  RequestId stopsNow() {
    edge.stopping();
    RequestId request = new RequestId(++requests);
    happens(new FleetEvent.StopAsked(request, true));
    return request;
  }

  /** Moves the clock and delivers {@code TimePassed} whenever the fleet wants it on the way. */
  void passes(Duration time) {
    Duration end = elapsed.plus(time);
    for (OptionalLong due = fleet.nextDeadlineNanos();
        due.isPresent() && untilNanos(due.getAsLong()) <= end.minus(elapsed).toNanos();
        due = fleet.nextDeadlineNanos()) {
      elapsed = elapsed.plusNanos(Math.max(0, untilNanos(due.getAsLong())));
      happens(new FleetEvent.TimePassed());
      fleet
          .nextDeadlineNanos()
          .ifPresent(next -> assertThat(untilNanos(next)).as("next deadline").isPositive());
    }
    elapsed = end;
  }

  /** Moves the clock to one nanosecond before {@code time} has passed, and says so to the fleet. */
  void almostPasses(Duration time) {
    passes(time.minusNanos(1));
    happens(new FleetEvent.TimePassed());
  }

  /** The one nanosecond that {@link #almostPasses} left. */
  void lastNanoPasses() {
    passes(Duration.ofNanos(1));
  }

  /** Moves the clock though the fleet is not told, as if the supervisor itself were held up. */
  void isHeldUpFor(Duration time) {
    elapsed = elapsed.plus(time);
  }

  private long untilNanos(long reading) {
    return reading - now().nanos();
  }

  Moment now() {
    return new Moment(beginNanos + elapsed.toNanos(), EPOCH.plus(elapsed));
  }

  Duration elapsed() {
    return elapsed;
  }

  OptionalLong nextDeadlineNanos() {
    return fleet.nextDeadlineNanos();
  }

  FleetView view() {
    return fleet.view(now());
  }

  FleetView.State state() {
    return view().state();
  }

  List<FakeWorker> workers() {
    return edge.workers();
  }

  /** Those whose process is not gone, oldest first. */
  List<FakeWorker> living() {
    return edge.living();
  }

  List<FakeWorker> livingIn(int slot) {
    return living().stream().filter(worker -> worker.slot().number() == slot).toList();
  }

  /** The one that accepts connections in this slot. */
  FakeWorker serving(int slot) {
    return livingIn(slot).stream().filter(FakeWorker::serves).findFirst().orElseThrow();
  }

  /** The youngest in this slot, gone or not. */
  FakeWorker newest(int slot) {
    return workers().stream()
        .filter(worker -> worker.slot().number() == slot)
        .reduce((older, younger) -> younger)
        .orElseThrow();
  }

  /** {@code "0/1 1/2"}: slot/generation of everyone that accepts connections, by slot. */
  String whoServes() {
    return living().stream()
        .filter(FakeWorker::serves)
        .map(worker -> worker.slot() + "/" + worker.generation())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  Optional<Outcome> outcome(RequestId request) {
    return Optional.ofNullable(edge.outcomes().get(request));
  }

  Optional<FleetCommand.Finish> finish() {
    return edge.finish();
  }

  Set<Slot> unserved() {
    return edge.unserved();
  }

  int openSlots() {
    return edge.openSlots();
  }

  int rebalances() {
    return edge.rebalances();
  }

  List<Generation> prepared() {
    return edge.prepared();
  }

  List<Generation> discarded() {
    return edge.discarded();
  }

  /** All news of workers so far, oldest first. */
  List<FleetEvent.OfWorker> news() {
    return List.copyOf(news);
  }

  /** Requests that have no answer yet. */
  long unanswered() {
    return requests - edge.outcomes().size();
  }

  /** Commands given since the last {@link #forgetCommands}. */
  List<FleetCommand> commands() {
    return commands;
  }

  /** Of one kind. */
  <C extends FleetCommand> List<C> commands(Class<C> kind) {
    return commands.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  void forgetCommands() {
    commands.clear();
  }

  /** The texts of all notes so far. */
  List<String> log() {
    return notes().stream().map(note -> note.occurrence().text()).toList();
  }

  List<FleetCommand.Note> notes() {
    return edge.notes();
  }

  /** The kinds of notes that went to whoever made this request. */
  List<Occurrence.Kind> toldTo(RequestId request) {
    return notes().stream()
        .filter(note -> note.request().equals(Optional.of(request)))
        .map(note -> note.occurrence().kind())
        .toList();
  }

  /**
   * Lets everybody do what a good worker does, and {@code dying} ones die at boot with code 1,
   * until nothing is left to do but wait.
   */
  void playsOut(Predicate<FakeWorker> dying) {
    for (int round = 0; round < 10_000; round++) {
      Optional<FakeWorker> next =
          living().stream().filter(FleetWorld::hasSomethingToDo).findFirst();
      if (next.isEmpty()) {
        return;
      }
      if (next.get().isBooting() && dying.test(next.get())) {
        next.get().appears().exits(1);
      } else {
        next.get().takesItsNextStep();
      }
    }
    throw new AssertionError("does not come to rest: " + living());
  }

  void playsOut() {
    playsOut(worker -> false);
  }

  private static boolean hasSomethingToDo(FakeWorker worker) {
    return !worker.serves();
  }
}
