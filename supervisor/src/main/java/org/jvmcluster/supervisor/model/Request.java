package org.jvmcluster.supervisor.model;

/**
 * One request of a simulation.
 *
 * @param dueNanos since the begin
 * @param workNanos how long it holds a worker at full speed
 * @param client who sends it; -1 when that does not matter
 */
record Request(double dueNanos, double workNanos, int client) {}
