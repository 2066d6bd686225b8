package org.jvmcluster.supervisor.report;

import static java.util.Objects.requireNonNull;

import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.fleet.Occurrence;

/**
 * The life-cycle log: the last occurrences in memory, for those who ask, and all of them in a file
 * that outlives the supervisor.
 *
 * <p>Safe for any thread. Occurrences come from the supervisor loop, which never waits here: the
 * file has a thread of its own.
 */
public final class EventLog implements AutoCloseable {
  /** A rolling restart of 50 workers, or a day of a worker that dies every two minutes. */
  static final int REMEMBERED = 1000;

  private final @Nullable EventFile file;
  private final Deque<JsonObject> recent = new ArrayDeque<>();
  private final List<Consumer<JsonObject>> followers = new ArrayList<>();

  /** A log in memory only, for a supervisor without a state directory. */
  public EventLog() {
    this.file = null;
  }

  /** A log that also writes to {@code file}, which it owns and closes. */
  public EventLog(EventFile file) {
    this.file = requireNonNull(file, "file");
  }

  /** Takes an occurrence; never blocks. */
  public synchronized void add(Occurrence occurrence) {
    JsonObject event = EventLine.json(occurrence);
    if (recent.size() == REMEMBERED) {
      recent.remove();
    }
    recent.add(event);
    if (file != null) {
      file.append(event.encode());
    }
    List.copyOf(followers).forEach(follower -> follower.accept(event));
  }

  /** The last {@value #REMEMBERED} at most, oldest first. The objects are not to be changed. */
  public synchronized List<JsonObject> recent() {
    return List.copyOf(recent);
  }

  /**
   * Hands over what is remembered and from then on every new event, in order, none twice and none
   * left out.
   *
   * @param follower called by whoever adds events, under the log's lock: must return at once
   * @return closes to end it
   */
  public synchronized Following follow(Consumer<JsonObject> follower) {
    recent.forEach(follower);
    followers.add(follower);
    return () -> unfollow(follower);
  }

  private synchronized void unfollow(Consumer<JsonObject> follower) {
    followers.remove(follower);
  }

  /** A subscription. */
  @FunctionalInterface
  public interface Following extends AutoCloseable {
    /** Ends it; once or more, no matter. */
    @Override
    void close();
  }

  /** Closes the file under its old name and opens it anew; for programs that rotate logs. */
  public void reopen() {
    if (file != null) {
      file.reopen();
    }
  }

  /** Writes out what is waiting and closes the file. */
  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
