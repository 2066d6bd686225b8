package org.jvmcluster.supervisor.compare.result;

import java.util.OptionalLong;

/**
 * Memory of all processes of an arm after its load, the supervising one included.
 *
 * @param processes how many
 * @param rssBytes resident, each process for itself: shared pages count several times
 * @param pssBytes proportional: a page shared by two counts half in each; empty where the kernel
 *     does not tell
 * @param parentPssBytes of it, the process that supervises; empty where there is none or its memory
 *     is not known
 */
public record Memory(
    int processes, long rssBytes, OptionalLong pssBytes, OptionalLong parentPssBytes) {}
