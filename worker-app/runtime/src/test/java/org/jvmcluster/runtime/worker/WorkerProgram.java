package org.jvmcluster.runtime.worker;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jvmcluster.runtime.api.Worker;
import org.jvmcluster.runtime.listen.FrontDoor.DrainResult;
import org.jvmcluster.runtime.protocol.Versions;

/** A worker without Vert.x, for tests with real processes. What it does wrong is its argument. */
public final class WorkerProgram {
  private WorkerProgram() {}

  /** Joins, begins with a door that drains at once unless told otherwise, and stays. */
  public static void main(String[] arguments) throws InterruptedException {
    List<String> faults = List.of(arguments);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  System.out.println("shutdown hook ran");
                  if (faults.contains("hook-hangs")) {
                    hang();
                  }
                }));
    WorkerLife life =
        WorkerLife.join(new Versions("17", "none", "none", "nio"), List.of()).orElseThrow();
    Worker.current().warmUp();
    Worker.current().onDrain(() -> System.out.println("drain hook ran"));
    System.out.println("joined as " + Worker.current().identity().orElseThrow());
    if (faults.contains("boot-hangs")) {
      hang();
    }
    FakeDoor door = new FakeDoor();
    door.bound.complete(null);
    if (!faults.contains("drain-hangs")) {
      door.drained.complete(new DrainResult(0, 0));
    }
    life.begin(
        door,
        List.of(),
        () -> {
          System.out.println("closing");
          return faults.contains("close-hangs")
              ? new CompletableFuture<>()
              : CompletableFuture.completedFuture(null);
        });
    if (!faults.contains("main-ends")) {
      hang();
    }
  }

  private static void hang() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
