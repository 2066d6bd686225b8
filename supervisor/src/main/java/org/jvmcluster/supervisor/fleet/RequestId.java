package org.jvmcluster.supervisor.fleet;

/**
 * Names a request of an operator, so that its steps and its result find their way back.
 *
 * @param number counts from 1 within the life of a supervisor
 */
public record RequestId(long number) {}
