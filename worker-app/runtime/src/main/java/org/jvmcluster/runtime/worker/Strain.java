package org.jvmcluster.runtime.worker;

/**
 * How hard pressed a worker's event loops are.
 *
 * @param lagNanos the longest lag of any loop since the last look; a stall that goes on counts with
 *     what it has lasted
 * @param utilization of the busiest loop since the last look, 0 to 1
 * @param inFlight requests in flight in the worker now
 * @param turnedAway connections refused since the start because no loop had room
 */
public record Strain(long lagNanos, double utilization, int inFlight, long turnedAway) {}
