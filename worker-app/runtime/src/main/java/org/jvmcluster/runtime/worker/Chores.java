package org.jvmcluster.runtime.worker;

import java.util.List;
import java.util.function.Consumer;
import org.jvmcluster.runtime.listen.FrontDoor;
import org.jvmcluster.runtime.protocol.ReadingSource;
import org.jvmcluster.runtime.protocol.WorkerMessage.Warmed;

/**
 * What runs beside the life cycle, each on a thread of its own because it runs or waits for code of
 * the application, which may hang. Every method returns at once. What is to follow is called on the
 * chore's thread, at most once; never, when the chore hangs.
 */
interface Chores {
  /** Reports every second, from now on. */
  void startReports(List<ReadingSource> sources);

  /** Sends one last report, ends the reports, and goes on with {@code then}. */
  void finishReports(Runnable then);

  /**
   * Sends requests to the application through its private door.
   *
   * @param gentle leave most of the loop to the clients that are served meanwhile
   * @param then takes what came of it
   */
  void warmUp(FrontDoor door, List<String> paths, boolean gentle, Consumer<Warmed> then);

  /** Ends a warm-up after the request it is at. */
  void stopWarmUp();

  /** Runs the hooks one after another, then {@code then}. */
  void runDrainHooks(List<Runnable> hooks, Runnable then);
}
