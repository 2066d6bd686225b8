package org.jvmcluster.supervisor.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCpuTest {
  @TempDir private Path folder;

  @Test
  void tellsBusyStolenAndAllTimeApart() throws IOException {
    MachineCpu before = read("cpu  100 10 20 1000 50 3 2 40 99 0");
    MachineCpu after = read("cpu  150 11 25 1030 52 4 3 50 149 0");

    MachineCpu passed = after.since(before);

    // user 50, nice 1, system 5, irq 1, softirq 1; guest time is within user.
    assertThat(passed.busy()).isEqualTo(Duration.ofMillis(580));
    assertThat(passed.stolen()).isEqualTo(Duration.ofMillis(100));
    assertThat(passed.all()).isEqualTo(Duration.ofSeconds(1));
    assertThat(passed.stolenShare()).isEqualTo(0.1, Offset.offset(1e-9));
  }

  @Test
  void hasNoShareOfNoTime() throws IOException {
    MachineCpu now = read("cpu  100 10 20 1000 50 3 2 40 99 0");

    assertThat(now.since(now).stolenShare()).isZero();
  }

  @Test
  void isEmptyWhereThereIsNoSuchFile() {
    assertThat(MachineCpu.read(folder)).isEmpty();
  }

  private MachineCpu read(String line) throws IOException {
    new FakeProc(folder).write("stat", line + "\ncpu0 1 2 3 4 5 6 7 8 9 0\nintr 5\n");
    return MachineCpu.read(folder).orElseThrow();
  }
}
