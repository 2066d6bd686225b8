package org.jvmcluster.supervisor;

import org.jvmcluster.supervisor.control.WorkerChannels;
import org.jvmcluster.supervisor.listener.DescriptorServer;
import org.jvmcluster.supervisor.listener.SlotSockets;
import org.jvmcluster.supervisor.process.WorkerLauncher;
import org.jvmcluster.supervisor.report.ReadingStore;

/**
 * Where the fleet's commands meet the world; each belongs to whoever opened it.
 *
 * @param launcher starts processes
 * @param sockets the listening sockets
 * @param descriptors passes them to workers
 * @param channels carries messages to workers
 * @param readings forgets workers that are gone
 * @param dumps asks workers for their threads, and the machine for theirs
 * @param occurrences writes down what happened
 */
record Edges(
    WorkerLauncher launcher,
    SlotSockets sockets,
    DescriptorServer descriptors,
    WorkerChannels channels,
    ReadingStore readings,
    WorkerDumps dumps,
    OccurrenceLog occurrences) {}
