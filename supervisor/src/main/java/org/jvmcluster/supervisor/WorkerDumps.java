package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.WorkerMessage.ThreadDump;
import org.jvmcluster.supervisor.control.WorkerChannels;
import org.jvmcluster.supervisor.control.WorkerDump;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.fleet.ThreadsSeen;
import org.jvmcluster.supervisor.process.Condition;
import org.jvmcluster.supervisor.process.ProcessExaminer;
import org.jvmcluster.supervisor.report.DumpFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has workers say what their threads are at: one that hangs, for the log and for later, and any one
 * for an operator. Every method returns at once. Safe for any thread.
 */
final class WorkerDumps {
  /** For an operator: a healthy JVM takes milliseconds, and his own client waits for 5 s. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  /** For the disk. The worker is killed meanwhile; what comes later is in the folder anyway. */
  private static final Duration SAVE_LIMIT = Duration.ofMillis(500);

  /** Where no file can be kept, so much of a dump goes to the log: the event loops come first. */
  private static final int LOGGED_LINES = 60;

  private static final Logger LOG = LoggerFactory.getLogger(WorkerDumps.class);

  private final ThreadDumps questions;
  private final WorkerChannels channels;
  private final WorkerHandles handles;
  private final ProcessExaminer examiner;
  private final DumpFolder folder;

  WorkerDumps(
      ThreadDumps questions,
      WorkerChannels channels,
      WorkerHandles handles,
      ProcessExaminer examiner,
      DumpFolder folder) {
    this.questions = requireNonNull(questions, "questions");
    this.channels = requireNonNull(channels, "channels");
    this.handles = requireNonNull(handles, "handles");
    this.examiner = requireNonNull(examiner, "examiner");
    this.folder = requireNonNull(folder, "folder");
  }

  /**
   * Asks a worker that hangs, and keeps its answer.
   *
   * @param events gets one {@code Dumped}, within the limit and the time for the disk
   */
  void ofHanging(LaunchId launch, Duration limit, Consumer<FleetEvent> events) {
    Optional<WorkerHandle> handle = handles.find(launch);
    if (handle.isEmpty()) {
      return; // Gone; its exit is on the way.
    }
    var unused =
        questions
            .ask(channels, launch, limit)
            .thenCompose(dump -> keep(handle.get(), dump))
            .handle((seen, failure) -> Optional.ofNullable(seen))
            .thenAccept(seen -> events.accept(new FleetEvent.Dumped(launch, seen)));
  }

  private CompletableFuture<ThreadsSeen> keep(WorkerHandle handle, ThreadDump dump) {
    String who = handle.describe();
    Instant now = Instant.now();
    return folder
        .save(now, who.replace(' ', '-'), head(who, now) + dump.text())
        .completeOnTimeout(Optional.empty(), SAVE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
        .thenApply(
            file -> {
              if (file.isEmpty()) {
                LOG.warn("{}: its threads:\n{}", who, firstLines(dump.text()));
              }
              return new ThreadsSeen(
                  dump.blocked().stream()
                      .map(loop -> loop.thread() + " at " + loop.frame())
                      .toList(),
                  file.map(Path::toString));
            });
  }

  private static String firstLines(String text) {
    return text.lines().limit(LOGGED_LINES).collect(Collectors.joining("\n"));
  }

  private static String head(String who, Instant at) {
    return who + " at " + at + "\n";
  }

  /** Asks every living worker of a slot, the older first: two while one replaces the other. */
  CompletableFuture<WorkerDump> ofSlot(Slot slot) {
    List<CompletableFuture<WorkerDump>> answers =
        handles.all().stream()
            .filter(handle -> handle.slot().equals(slot) && handle.process().isPresent())
            .sorted(Comparator.comparing(WorkerHandle::launch))
            .map(this::ofWorker)
            .toList();
    if (answers.isEmpty()) {
      String text = "slot " + slot + " has no process just now";
      return CompletableFuture.completedFuture(new WorkerDump(false, text));
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> together(answers.stream().map(CompletableFuture::join).toList()));
  }

  private static WorkerDump together(List<WorkerDump> dumps) {
    return new WorkerDump(
        dumps.stream().anyMatch(WorkerDump::isAnswered),
        dumps.stream().map(WorkerDump::text).collect(Collectors.joining("\n")));
  }

  private CompletableFuture<WorkerDump> ofWorker(WorkerHandle handle) {
    return questions
        .ask(channels, handle.launch(), LIMIT)
        .handle((dump, failure) -> dump == null ? silence(handle, failure) : answer(handle, dump));
  }

  private static WorkerDump answer(WorkerHandle handle, ThreadDump dump) {
    return new WorkerDump(true, head(handle.describe(), Instant.now()) + dump.text());
  }

  private WorkerDump silence(WorkerHandle handle, Throwable failure) {
    if (failure.getCause() instanceof ThreadDumps.NoChannelException) {
      return new WorkerDump(
          false,
          handle.describe() + " cannot be asked: it has not joined yet, or is about to exit");
    }
    String why =
        handle.pid().isPresent() ? ": " + examiner.glance(handle.pid().getAsLong()).finding() : "";
    return new WorkerDump(
        false, handle.describe() + " did not answer within " + LIMIT.toSeconds() + " s" + why);
  }

  /** Finds out why a worker is silent; answered by one {@code Examined}. */
  void examine(LaunchId launch, Consumer<FleetEvent> events) {
    handles
        .find(launch)
        .filter(handle -> handle.pid().isPresent())
        .ifPresent(
            handle -> {
              var unused =
                  examiner
                      .examine(handle.pid().getAsLong())
                      .exceptionally(
                          failure -> new Condition(false, "it could not be examined: " + failure))
                      .thenAccept(
                          condition ->
                              events.accept(
                                  new FleetEvent.Examined(
                                      launch, condition.isStarved(), condition.finding())));
            });
  }
}
