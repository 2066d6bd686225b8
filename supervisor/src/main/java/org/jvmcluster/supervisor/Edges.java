package org.jvmcluster.supervisor;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jvmcluster.supervisor.control.WorkerChannels;
import org.jvmcluster.supervisor.directory.RuntimeDirectory;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.listener.DescriptorServer;
import org.jvmcluster.supervisor.listener.SlotSockets;
import org.jvmcluster.supervisor.process.JvmLauncher;
import org.jvmcluster.supervisor.process.LineWriter;
import org.jvmcluster.supervisor.process.ProcessExaminer;
import org.jvmcluster.supervisor.process.WorkerLauncher;
import org.jvmcluster.supervisor.process.WorkerSockets;
import org.jvmcluster.supervisor.report.DumpFolder;
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
    OccurrenceLog occurrences) {
  /** A worker connects for its descriptors right after its hello. */
  private static final Duration DESCRIPTOR_WAIT = Duration.ofSeconds(10);

  /**
   * Opens what is not open yet.
   *
   * @param handles the workers that are expected on the channels
   * @param state the state directory; empty where there is none
   * @param events gets what workers say
   * @param closing owns what is opened
   */
  static Edges open(
      Place place,
      WorkerHandles handles,
      ReadingStore readings,
      OccurrenceLog occurrences,
      Optional<Path> state,
      Consumer<FleetEvent> events,
      Closing closing)
      throws IOException {
    RuntimeDirectory directory = place.directory();
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("worker-channels", true), EpollIoHandler.newFactory());
    closing.own(() -> group.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(1, TimeUnit.SECONDS));
    ThreadDumps questions = new ThreadDumps();
    WorkerChannels channels =
        closing.own(
            WorkerChannels.open(
                directory.controlSocket(),
                group,
                new WorkerConversation(
                    handles, place.sockets().port(), readings, questions, events),
                WorkerChannels.HELLO_LIMIT));
    DescriptorServer descriptors =
        closing.own(
            DescriptorServer.open(
                directory.descriptorSocket(), place.locations().uid(), DESCRIPTOR_WAIT));
    JvmLauncher launcher =
        closing.own(
            new JvmLauncher(
                new WorkerSockets(directory.controlSocket(), directory.descriptorSocket()),
                closing.own(new LineWriter(System.err))));
    WorkerDumps dumps =
        new WorkerDumps(
            questions,
            channels,
            handles,
            closing.own(new ProcessExaminer()),
            closing.own(new DumpFolder(state)));
    return new Edges(
        launcher, place.sockets(), descriptors, channels, readings, dumps, occurrences);
  }
}
