package org.jvmcluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerJvmOptionsTest {
  private static final long MIB = 1L << 20;

  private static HeapSize heap(long limitMib, int workers) {
    return HeapSize.of(new MemoryLimit(limitMib * MIB, "a machine"), workers);
  }

  private static List<String> options(String... own) {
    return WorkerJvmOptions.of(heap(16384, 3), List.of(own)).options();
  }

  @Test
  void areSmallAndEndWithoutMemory() {
    assertThat(options())
        .containsExactly(
            "-XX:+UseSerialGC",
            "-Xms32m",
            "-Xmx512m",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:FlightRecorderOptions=stackdepth=1024",
            "--enable-native-access=ALL-UNNAMED");
  }

  @ParameterizedTest
  @CsvSource({
    "16384, 3, 512", // enough
    "4096, 3, 512", // exactly enough: 4096 / 4 / 2
    "4095, 3, 511",
    "2048, 3, 256",
    "2048, 1, 512",
    "512, 3, 64" // exactly the least
  })
  void takeNoMoreHeapThanHalfOfAnEvenShare(long limitMib, int workers, long heapMib) {
    HeapSize heap = heap(limitMib, workers);

    assertThat(heap.maxBytes()).isEqualTo(heapMib * MIB);
  }

  @Test
  void giveTheLeastThatRunsWhereTheShareIsSmaller() {
    HeapSize heap = heap(511, 3);

    assertThat(heap.maxBytes()).isEqualTo(64 * MIB);
  }

  @Test
  void letTheOperatorsWin() {
    assertThat(options("-XX:+UseG1GC")).doesNotContain("-XX:+UseSerialGC").endsWith("-XX:+UseG1GC");
    assertThat(options("-Xmx64m")).doesNotContain("-Xms32m", "-Xmx512m").endsWith("-Xmx64m");
    assertThat(options("-Xms1g")).contains("-Xmx1024m").doesNotContain("-Xms32m");
    assertThat(options("-Xms64m")).contains("-Xmx512m").doesNotContain("-Xms32m");
    assertThat(options("-XX:MaxRAMPercentage=20")).doesNotContain("-Xms32m", "-Xmx512m");
    assertThat(options("-Da=b", "-Dc=d e")).endsWith("-Da=b", "-Dc=d e");
  }

  @Test
  void tellTheLargestHeap() {
    HeapSize heap = heap(16384, 3);

    assertThat(WorkerJvmOptions.of(heap, List.of()).heapMaxBytes()).hasValue(512 * MIB);
    assertThat(WorkerJvmOptions.of(heap, List.of("-Xmx1g", "-Xmx64M")).heapMaxBytes())
        .hasValue(64 * MIB);
    assertThat(WorkerJvmOptions.of(heap, List.of("-XX:MaxRAMPercentage=9")).heapMaxBytes())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Da=b",
        "-XX:+UseG1GC",
        "-XX:+UseParallelGC",
        "-Xmx16m",
        "-Xmx2g",
        "-Xms600m",
        "-XX:MaxHeapSize=20m",
        "-XX:MaxRAMPercentage=1",
        "-XX:InitialHeapSize=600m",
        "-XX:FlightRecorderOptions=stackdepth=64"
      })
  void makeAJvmThatStarts(String own) throws Exception {
    List<String> command = new ArrayList<>(List.of(LaunchSettings.ownJava().toString()));
    command.addAll(options(own));
    Collections.addAll(command, "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-version");

    Process java =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(java.exitValue()).isZero();
    } finally {
      java.destroyForcibly();
    }
  }
}
