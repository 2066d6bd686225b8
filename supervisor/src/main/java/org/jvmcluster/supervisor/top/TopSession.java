package org.jvmcluster.supervisor.top;

import static java.util.Objects.requireNonNull;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.jline.terminal.Size;
import org.jvmcluster.supervisor.control.AdminClient;
import org.jvmcluster.supervisor.control.AdminException;
import org.jvmcluster.supervisor.control.NoSupervisorException;
import org.jvmcluster.supervisor.process.Signals;
import org.jvmcluster.supervisor.report.Window;
import org.jvmcluster.supervisor.thread.ChoreThread;

/**
 * One look at a running supervisor, from the first screen to the last key. Keys, answers and events
 * come from a thread each and are taken in turn by the caller's, which alone knows the state and
 * draws: a supervisor that does not answer holds up no key.
 */
public final class TopSession {
  /** Workers report every second; more often would show nothing new. */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** What waits to be taken in; the log of a supervisor comes at once and waits for room. */
  private static final int QUEUED = 256;

  private final AdminClient supervisor;
  private final BlockingQueue<News> news = new ArrayBlockingQueue<>(QUEUED);

  /** Written by the caller's thread, read by the one that asks. */
  private volatile Window window = Window.LAST_10_SECONDS;

  /** How a session ended. */
  public enum End {
    /** The user wanted it. */
    QUIT,
    /** With control and C. */
    INTERRUPTED,
    /** The supervisor is not there any more. */
    NO_SUPERVISOR
  }

  /** What came: changes what is known, or ends the session. */
  private sealed interface News {
    record Pressed(Key key) implements News {}

    record Answered(JsonObject status) implements News {}

    record Failed(String why) implements News {}

    record Happened(JsonObject event) implements News {}

    record Resized() implements News {}

    record Ended(End end) implements News {}
  }

  public TopSession(AdminClient supervisor) {
    this.supervisor = requireNonNull(supervisor, "supervisor");
  }

  /**
   * Shows until the user or the supervisor ends. The terminal is given back in every outcome, also
   * when a signal ends the JVM.
   *
   * @param terminalType the variable {@code TERM}, empty where it is not set
   * @param hasColours whether lines may have colours
   * @throws IOException when the terminal cannot be taken over
   */
  public End run(String terminalType, boolean hasColours) throws IOException {
    try (RawTerminal terminal = RawTerminal.open(terminalType, hasColours)) {
      Runtime.getRuntime().addShutdownHook(new Thread(terminal::close, "terminal"));
      List<String> unheard =
          Signals.handle(Map.of(Signals.Name.WINCH, () -> offer(new News.Resized())));
      ChoreThread.start("top-keys", () -> readKeys(terminal.keys()));
      Thread asking = ChoreThread.start("top-status", this::askStatus);
      ChoreThread.start("top-events", this::followEvents);
      return show(terminal, asking, !unheard.isEmpty());
    }
  }

  private End show(RawTerminal terminal, Thread asking, boolean asksSizeAlways) {
    TopState state = TopState.START;
    Size size = terminal.size();
    while (true) {
      List<News> taken = take();
      for (News each : taken) {
        if (each instanceof News.Ended ended) {
          return ended.end();
        }
        if (each instanceof News.Resized) {
          size = terminal.size();
        }
        state = after(each, state);
      }
      if (asksSizeAlways) {
        size = terminal.size();
      }
      if (window != state.window()) {
        window = state.window();
        // At once, instead of a second with the figures of another window.
        LockSupport.unpark(asking);
      }
      // Hundreds of events come at the beginning; the next status draws them.
      if (taken.stream().allMatch(News.Happened.class::isInstance)) {
        continue;
      }
      terminal.draw(
          TopScreen.lines(state, size.getColumns(), size.getRows(), ZoneId.systemDefault()));
    }
  }

  private static TopState after(News news, TopState state) {
    if (news instanceof News.Pressed pressed) {
      return state.pressed(pressed.key());
    }
    if (news instanceof News.Answered answered) {
      return state.withStatus(answered.status());
    }
    if (news instanceof News.Failed failed) {
      return state.withTrouble(failed.why());
    }
    return news instanceof News.Happened happened ? state.withEvent(happened.event()) : state;
  }

  /** Everything that is there, at least one. */
  private List<News> take() {
    List<News> taken = new ArrayList<>();
    try {
      taken.add(news.take());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of(new News.Ended(End.INTERRUPTED));
    }
    news.drainTo(taken);
    return taken;
  }

  private void offer(News one) {
    try {
      news.put(one);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void readKeys(KeyDecoder keys) {
    try {
      for (Key key = keys.next(); key != null; key = keys.next()) {
        switch (key) {
          case QUIT -> offer(new News.Ended(End.QUIT));
          case INTERRUPT -> offer(new News.Ended(End.INTERRUPTED));
          case UP, DOWN, OPEN, BACK, SORT_NEXT, SORT_PREVIOUS, WINDOW, OTHER ->
              offer(new News.Pressed(key));
        }
      }
      offer(new News.Ended(End.QUIT));
    } catch (IOException e) {
      // The terminal is gone, or was just given back.
      offer(new News.Ended(End.QUIT));
    }
  }

  private void askStatus() {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        offer(new News.Answered(supervisor.status(window)));
      } catch (NoSupervisorException e) {
        offer(new News.Ended(End.NO_SUPERVISOR));
        return;
      } catch (AdminException e) {
        offer(new News.Failed(String.valueOf(e.getMessage())));
      }
      LockSupport.parkNanos(PERIOD.toNanos());
    }
  }

  /** Ends with the supervisor, which the thread that asks for the status notices too. */
  private void followEvents() {
    try {
      supervisor.events(true, event -> offer(new News.Happened(event)));
    } catch (AdminException e) {
      offer(new News.Failed(String.valueOf(e.getMessage())));
    }
  }
}
