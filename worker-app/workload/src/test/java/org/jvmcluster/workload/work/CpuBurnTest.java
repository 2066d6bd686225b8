package org.jvmcluster.workload.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CpuBurnTest {

  @Test
  void usesTheCpuTimeItWasAskedFor() {
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();

    CpuBurn.compute(Duration.ofMillis(50), CpuBurn.Clock.CPU);

    long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    assertThat(used).isGreaterThanOrEqualTo(Duration.ofMillis(50).toNanos());
  }

  @Test
  void blocksWithoutUsingTheCpu() throws Exception {
    long cpuBefore = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long before = System.nanoTime();

    BlockingCall.hold(Duration.ofMillis(50));

    long held = System.nanoTime() - before;
    long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuBefore;
    assertThat(held).isGreaterThanOrEqualTo(Duration.ofMillis(50).toNanos());
    assertThat(used).isLessThan(held / 2);
  }
}
