package org.jvmcluster.supervisor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.WorkerReport;
import org.jvmcluster.supervisor.control.Strain;
import org.jvmcluster.supervisor.fleet.Pulse;
import org.jvmcluster.supervisor.report.EventLoopFigures;

/**
 * What a report says of the state of its worker, beside what it measured.
 *
 * @param pulse for the fleet
 * @param strain for whoever asks for its health
 */
record ReportSigns(Pulse pulse, Strain strain) {
  private static final String LOOP = "loop";

  static ReportSigns of(WorkerReport report) {
    Map<String, Double> busyFor = new TreeMap<>();
    Map<String, Long> cpu = new TreeMap<>();
    Map<String, Long> runQueue = new TreeMap<>();
    OptionalLong connections = OptionalLong.empty();
    boolean isShedding = false;
    for (Reading reading : report.readings()) {
      String loop = reading.labels().get(LOOP);
      switch (reading.name()) {
        case ReadingNames.LOOP_BUSY_FOR_NANOS -> gauge(busyFor, loop, reading);
        case ReadingNames.LOOP_CPU_NANOS -> counter(cpu, loop, reading);
        case ReadingNames.LOOP_RUN_QUEUE_NANOS -> counter(runQueue, loop, reading);
        case ReadingNames.CONNECTIONS ->
            connections =
                reading instanceof Reading.Gauge gauge
                    ? OptionalLong.of(Math.round(gauge.value()))
                    : connections;
        case ReadingNames.SHED_ACTIVE ->
            isShedding = reading instanceof Reading.Gauge gauge && gauge.value() >= 1;
        default -> {}
      }
    }
    List<Pulse.LoopPulse> loops = new ArrayList<>();
    busyFor.forEach(
        (loop, nanos) ->
            loops.add(
                new Pulse.LoopPulse(
                    loop,
                    Math.round(nanos),
                    cpu.getOrDefault(loop, 0L),
                    runQueue.getOrDefault(loop, 0L))));
    boolean isBlocked =
        !loops.isEmpty()
            && loops.stream()
                .allMatch(loop -> loop.busyForNanos() >= EventLoopFigures.BLOCKED.toNanos());
    return new ReportSigns(new Pulse(loops, connections), new Strain(isBlocked, isShedding));
  }

  private static void gauge(Map<String, Double> to, @Nullable String loop, Reading reading) {
    if (loop != null && reading instanceof Reading.Gauge gauge) {
      to.put(loop, gauge.value());
    }
  }

  private static void counter(Map<String, Long> to, @Nullable String loop, Reading reading) {
    if (loop != null && reading instanceof Reading.Counter counter) {
      to.put(loop, counter.total());
    }
  }
}
