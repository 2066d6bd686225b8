package org.jvmcluster.runtime.api;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * This JVM as a worker, as its application sees it. Without a supervisor there is no identity,
 * nobody waits for readiness, warms up or drains, and every method may be called all the same.
 *
 * <p>The runtime joins the supervisor when the application builds its Vert.x; from then on {@link
 * #identity()} is known. Set paths and holds before the application listens: what is said later may
 * come too late.
 *
 * <p>Safe for any thread. No method blocks.
 */
public final class Worker {
  /** What is requested for warm-up unless the application names paths. */
  private static final List<String> DEFAULT_WARM_UP = List.of("/");

  /**
   * The one piece of static state in the runtime: an application that only carries this package has
   * nobody who could hand it an instance.
   */
  private static final Worker CURRENT = new Worker();

  private final List<ReadinessHold> holds = new ArrayList<>();
  private final List<Runnable> drainHooks = new ArrayList<>();
  private final OpenPools pools = new OpenPools();
  private List<String> warmUpPaths = DEFAULT_WARM_UP;
  private @Nullable Identity identity;
  private Runnable onReadinessChange = () -> {};

  /** Read on every health request, hence not under the lock. */
  private volatile boolean draining;

  /** Written by the runtime, read on every health request. */
  private volatile boolean overloaded;

  Worker() {}

  /** The worker that this JVM is. */
  public static Worker current() {
    return CURRENT;
  }

  /** Who this worker is; empty without a supervisor and until Vert.x is built. */
  public synchronized Optional<Identity> identity() {
    return Optional.ofNullable(identity);
  }

  /**
   * Names what the worker requests from itself, with GET, in turn, before or right after it becomes
   * ready, so that clients do not meet cold code. Choose cheap paths without side effects that
   * stand for the real work. The last call counts.
   *
   * @param paths each with a leading slash, such as {@code /fast?x=1}; none at all: no warm-up
   * @throws IllegalArgumentException when a path does not start with a slash, or holds a space or a
   *     control character
   */
  public void warmUp(String... paths) {
    List<String> copy = List.of(paths);
    for (String path : copy) {
      if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c == 0x7f)) {
        throw new IllegalArgumentException(
            "a warm-up path starts with a slash and has no spaces or control characters, escape"
                + " them as in a URL: '"
                + path
                + "'");
      }
    }
    synchronized (this) {
      warmUpPaths = copy;
    }
  }

  /**
   * Keeps the worker from becoming ready until the hold is closed. A worker that is ready already
   * stays ready. The supervisor waits no longer than its ready timeout.
   *
   * @param reason what the application waits for, in a few words
   */
  public synchronized ReadinessHold holdReadiness(String reason) {
    ReadinessHold hold = new ReadinessHold(this, reason);
    holds.add(hold);
    return hold;
  }

  /**
   * Adds a hook that runs once, when the worker begins to drain: a place to stop taking in work
   * that does not come over a supervised port. Hooks run one after another on a thread of their
   * own, beside the drain of the connections; the worker exits when both are done, at the latest at
   * the drain limit. What a hook throws is reported and the next one runs. While the worker drains
   * already, the hook runs at once on the calling thread.
   */
  public void onDrain(Runnable hook) {
    requireNonNull(hook, "hook");
    synchronized (this) {
      if (!draining) {
        drainHooks.add(hook);
        return;
      }
    }
    hook.run();
  }

  /** Whether the worker has begun to drain: it accepts no more connections and exits soon. */
  public boolean isDraining() {
    return draining;
  }

  /**
   * Whether the worker refuses some of its requests, because those that it has take too long. A
   * readiness check turns negative for it, a liveness check must not. Always false without a
   * supervisor.
   */
  public boolean isOverloaded() {
    return overloaded;
  }

  void overloaded(boolean now) {
    overloaded = now;
  }

  OpenPools pools() {
    return pools;
  }

  synchronized void connect(Identity identity, Runnable onReadinessChange) {
    if (this.identity != null) {
      throw new IllegalStateException(
          "this JVM is worker " + this.identity + " already and joins no second time");
    }
    this.identity = requireNonNull(identity, "identity");
    this.onReadinessChange = requireNonNull(onReadinessChange, "onReadinessChange");
  }

  synchronized List<String> warmUpPaths() {
    return warmUpPaths;
  }

  synchronized List<String> holdReasons() {
    return holds.stream().map(ReadinessHold::reason).toList();
  }

  /** Marks the drain; returns the hooks to run, in the order in which they were added. */
  synchronized List<Runnable> beginDrain() {
    draining = true;
    List<Runnable> hooks = List.copyOf(drainHooks);
    drainHooks.clear();
    return hooks;
  }

  void release(ReadinessHold hold) {
    Runnable listener;
    synchronized (this) {
      if (!holds.remove(hold)) {
        return;
      }
      listener = onReadinessChange;
    }
    listener.run();
  }
}
