package org.jvmcluster.runtime.api;

import java.time.Duration;

/**
 * A {@link TaskPool} at one instant.
 *
 * @param size threads it may have
 * @param threads threads it has started
 * @param busy threads that run a task
 * @param queued tasks that wait for a thread; those that wait for a permit are not among them
 * @param oldestWait how long the oldest of them has waited; zero if none waits
 * @param oldestRun how long the oldest running task has run; zero if none runs
 * @param deadlocked whether every thread waits for tasks that wait for a thread of this pool
 */
public record PoolFigures(
    int size,
    int threads,
    int busy,
    int queued,
    Duration oldestWait,
    Duration oldestRun,
    boolean deadlocked) {}
