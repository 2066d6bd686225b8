package org.jvmcluster.runtime.pool;

/**
 * A pool at one instant.
 *
 * @param size threads it may have
 * @param threads threads it has started
 * @param busy threads that run a task
 * @param queued tasks that wait for a thread
 * @param oldestWaitNanos how long the oldest of them has waited; 0 if none waits
 * @param oldestRunNanos how long the oldest running task has run; 0 if none runs
 * @param deadlocked whether every thread waits for tasks that wait for a thread
 */
public record PoolState(
    int size,
    int threads,
    int busy,
    int queued,
    long oldestWaitNanos,
    long oldestRunNanos,
    boolean deadlocked) {}
