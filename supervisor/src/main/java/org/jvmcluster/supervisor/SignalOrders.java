package org.jvmcluster.supervisor;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jvmcluster.supervisor.control.Progress;
import org.jvmcluster.supervisor.fleet.FleetView;
import org.jvmcluster.supervisor.fleet.FleetView.RestartState;
import org.jvmcluster.supervisor.fleet.Occurrence;
import org.jvmcluster.supervisor.fleet.Outcome;
import org.jvmcluster.supervisor.process.Signals;
import org.jvmcluster.supervisor.report.EventLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders that come as signals: HUP a rolling restart, TTIN and TTOU one worker more or fewer, USR1
 * reopened logs. TERM and INT belong to {@link StopSwitch}, which is there before anything else.
 *
 * <p>A HUP during a restart is remembered once: whoever sent it wants what he changed to run, and
 * the running restart may have read the configuration before the change. Safe for any thread.
 */
final class SignalOrders {
  private static final Logger LOG = LoggerFactory.getLogger(SignalOrders.class);

  private final Operations operations;
  private final EventLog events;
  private final AtomicBoolean hupWaits = new AtomicBoolean();

  SignalOrders(Operations operations, EventLog events) {
    this.operations = requireNonNull(operations, "operations");
    this.events = requireNonNull(events, "events");
  }

  /**
   * Ignores the signals while there is nobody to order anything. Left alone, HUP and USR1 would end
   * the process without removing its files, TTIN and TTOU would stop it.
   */
  static void ignoreDuringStart() {
    Runnable ignore = () -> LOG.info("a signal came before the workers are started; it is ignored");
    // What cannot be heard, listen() says.
    List<String> unused =
        Signals.handle(
            Map.of(
                Signals.Name.HUP,
                ignore,
                Signals.Name.TTIN,
                ignore,
                Signals.Name.TTOU,
                ignore,
                Signals.Name.USR1,
                ignore));
  }

  /** Takes the signals over. */
  void listen() {
    Signals.handle(
            Map.of(
                Signals.Name.HUP,
                () -> restart(false),
                Signals.Name.TTIN,
                () -> operations.scaleBy(1, new Logged("TTIN")),
                Signals.Name.TTOU,
                () -> operations.scaleBy(-1, new Logged("TTOU")),
                Signals.Name.USR1,
                this::reopen))
        .forEach(LOG::warn);
  }

  /** Looks whether a remembered HUP can be served now. Called with every view, on the loop. */
  void observe(FleetView view) {
    if (hupWaits.get()
        && view.state() != FleetView.State.RESTARTING
        && view.state() != FleetView.State.STARTING
        && view.restart().state() != RestartState.RUNNING
        && hupWaits.compareAndSet(true, false)) {
      restart(true);
    }
  }

  /** {@code isAgain}: tried before, and said so. A scaling shows in no view, so it may be again. */
  private void restart(boolean isAgain) {
    operations.restart(
        new Logged("HUP") {
          @Override
          public void complete(Outcome outcome) {
            if (outcome instanceof Outcome.Busy
                && operations.fleet().state() != FleetView.State.STOPPING) {
              if (!isAgain) {
                LOG.info("HUP: {}; it is remembered and served afterwards", outcome.text());
              }
              hupWaits.set(true);
            } else {
              super.complete(outcome);
            }
          }
        });
  }

  private void reopen() {
    events.reopen();
    LOG.info("USR1: the event log is reopened");
  }

  /** Nobody waits for the answer; the log has it. */
  private static class Logged implements Progress {
    private final String signal;

    Logged(String signal) {
      this.signal = signal;
    }

    @Override
    public void step(Occurrence step) {
      // Every occurrence is in the log already.
    }

    @Override
    public void complete(Outcome outcome) {
      if (outcome instanceof Outcome.Done) {
        LOG.info("{}: {}", signal, outcome.text());
      } else {
        LOG.warn("{}: {}", signal, outcome.text());
      }
    }
  }
}
