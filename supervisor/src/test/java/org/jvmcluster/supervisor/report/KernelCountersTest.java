package org.jvmcluster.supervisor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.supervisor.fleet.FleetView.RestartState;
import org.jvmcluster.supervisor.fleet.FleetView.RestartView;

class KernelCountersTest {
  @TempDir Path directory;

  private Path netstat(String text) throws IOException {
    return Files.writeString(directory.resolve("netstat"), text);
  }

  @Test
  void readsTheFourCountersByTheirNames() throws IOException {
    Path file =
        netstat(
            "TcpExt: SyncookiesSent ListenOverflows ListenDrops TCPMigrateReqSuccess"
                + " TCPMigrateReqFailure\n"
                + "TcpExt: 9 3 4 5 6\nIpExt: InNoRoutes\nIpExt: 1\n");

    KernelCounters counters = KernelCounters.read(file);

    assertThat(counters.listenOverflows()).hasValue(3);
    assertThat(counters.listenDrops()).hasValue(4);
    assertThat(counters.migrateSuccess()).hasValue(5);
    assertThat(counters.migrateFailure()).hasValue(6);
  }

  @Test
  void leavesEmptyWhatAnOlderKernelDoesNotCount() throws IOException {
    KernelCounters counters = KernelCounters.read(netstat("TcpExt: ListenOverflows\nTcpExt: 3\n"));

    assertThat(counters.listenOverflows()).hasValue(3);
    assertThat(counters.migrateSuccess()).isEmpty();
  }

  @Test
  void knowsNothingWithoutTheFileOrWithANonsensicalOne() throws IOException {
    assertThat(KernelCounters.read(directory.resolve("none"))).isEqualTo(KernelCounters.UNKNOWN);
    assertThat(KernelCounters.read(netstat("TcpExt: ListenDrops\n")))
        .isEqualTo(KernelCounters.UNKNOWN);
    assertThat(KernelCounters.read(netstat("TcpExt: ListenDrops\nTcpExt: x\n")))
        .isEqualTo(KernelCounters.UNKNOWN);
  }

  @Test
  void countsFromTheBeginningOfARestartToItsEnd() {
    AtomicLong drops = new AtomicLong(100);
    RestartKernelWatch watch =
        new RestartKernelWatch(
            () ->
                new KernelCounters(
                    OptionalLong.of(0),
                    OptionalLong.of(drops.get()),
                    OptionalLong.empty(),
                    OptionalLong.empty()));

    watch.observe(restart(1, RestartState.RUNNING));
    drops.addAndGet(2);
    assertThat(watch.during(restart(1, RestartState.RUNNING)).orElseThrow().listenDrops())
        .hasValue(2);

    watch.observe(restart(1, RestartState.COMPLETED));
    drops.addAndGet(50);
    assertThat(watch.during(restart(1, RestartState.COMPLETED)).orElseThrow().listenDrops())
        .as("what comes after the restart is not its doing")
        .hasValue(2);

    watch.observe(restart(2, RestartState.RUNNING));
    assertThat(watch.during(restart(2, RestartState.RUNNING)).orElseThrow().listenDrops())
        .hasValue(0);
  }

  private static RestartView restart(int number, RestartState state) {
    return new RestartView(
        number,
        state,
        Optional.of(Instant.EPOCH),
        Optional.<Duration>empty(),
        List.of(),
        Optional.empty());
  }
}
