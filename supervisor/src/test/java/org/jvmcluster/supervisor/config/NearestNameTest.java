package org.jvmcluster.supervisor.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
  private static final List<String> NAMES = List.of("port", "host", "workers", "drain-timeout");

  @ParameterizedTest
  @CsvSource({
    "prot,port",
    "por,port",
    "hots,host",
    "worker,workers",
    "wrokers,workers",
    "drain_timeout,drain-timeout",
    "draintimeout,drain-timeout"
  })
  void findsWhatWasMeant(String written, String meant) {
    assertThat(NearestName.of(written, NAMES)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"''", "x", "heap", "timeouts-of-workers"})
  void staysSilentWhereNothingIsNear(String written) {
    assertThat(NearestName.of(written, NAMES)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"a,a,0", "a,b,1", "ab,ba,1", "'',abc,3", "kitten,sitting,3"})
  void countsEdits(String from, String to, int edits) {
    assertThat(NearestName.distance(from, to)).isEqualTo(edits);
    assertThat(NearestName.distance(to, from)).isEqualTo(edits);
  }
}
