package org.jvmcluster.runtime.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;

class StolenTimeTest {
  @Test
  void readsTheSumOfAllCoresInHundredthsOfASecond() {
    String text = "cpu  10 20 30 40 50 60 70 123 0 0\ncpu0 1 2 3 4 5 6 7 99 0 0\nintr 5\nbtime 1\n";

    assertThat(StolenTime.parse(text)).hasValue(1_230_000_000L);
  }

  @Test
  void knowsNothingFromAnotherFormat() {
    assertThat(StolenTime.parse("")).isEmpty();
    assertThat(StolenTime.parse("cpu  10 20 30 40\n")).isEmpty();
    assertThat(StolenTime.parse("cpu  1 2 3 4 5 6 7 x 0 0\n")).isEmpty();
  }

  @Test
  void countsFromItsOwnBeginningAndNotFromThatOfTheMachine(@TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("stat"), "cpu  1 2 3 4 5 6 7 2200 0 0\n");
    StolenTime stolen = new StolenTime(file);

    assertThat(stolen.takeReadings())
        .containsExactly(Reading.Counter.of(ReadingNames.CPU_STOLEN_NANOS, 0));
    Files.writeString(file, "cpu  1 2 3 4 5 6 7 2205 0 0\n");
    assertThat(stolen.takeReadings())
        .containsExactly(Reading.Counter.of(ReadingNames.CPU_STOLEN_NANOS, 50_000_000));
  }

  @Test
  void reportsThisMachineAndNothingWhereThereIsNoSuchFile() {
    assertThat(StolenTime.ofThisMachine().takeReadings())
        .singleElement()
        .isInstanceOf(Reading.Counter.class)
        .extracting(Reading::name)
        .isEqualTo(ReadingNames.CPU_STOLEN_NANOS);
    assertThat(new StolenTime(Path.of("/proc/no-such-file")).takeReadings()).isEmpty();
  }
}
