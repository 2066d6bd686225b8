package org.jvmcluster.workload.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The works that are small around a library: their amounts are what was asked for. */
class BoundedWorkTest {
  @TempDir Path directory;

  @Test
  void hashesAsPbkdf2WithHmacSha512() {
    // Made with Python: hashlib.pbkdf2_hmac("sha512", b"password", b"salt", 1000)
    assertThat(
            HexFormat.of()
                .formatHex(PasswordHash.of("password".toCharArray(), "salt".getBytes(UTF_8), 1000)))
        .isEqualTo(
            "afe6c5530785b6cc6b1c6453384731bd5ee432ee549fd42fb6695779ad8a1c5bf59de69c48f774efc4007d5298f9033c0241d5ab69305e7b64eceeb8d834cfec");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1024, 65_536, 65_537, ServedFile.MAX_BYTES})
  void readsAsManyBytesOfItsFile(int bytes) throws Exception {
    try (ServedFile file = ServedFile.create(directory)) {
      assertThat(file.read(bytes)).isEqualTo(bytes);
    }
  }

  @Test
  void leavesNoFileBehindWhateverBecomesOfTheProcess() throws Exception {
    try (ServedFile file = ServedFile.create(directory);
        var names = Files.list(directory)) {
      assertThat(names).isEmpty();
      assertThat(file.read(1)).isEqualTo(1);
    }
  }

  @Test
  void compressesTextToAPartOfItsLength() {
    assertThat(Compression.gzip(0)).isBetween(1L, 100L);
    assertThat(Compression.gzip(1_000_000)).isBetween(100_000L, 900_000L);
  }

  @Test
  void makesOtherBytesEveryTime() {
    assertThat(RandomBytes.make(0)).isEmpty();
    assertThat(RandomBytes.make(3)).hasSize(6);
    assertThat(RandomBytes.make(100_000)).hasSize(16).isNotEqualTo(RandomBytes.make(100_000));
  }

  @Test
  void findsAKeyOfTheLengthAskedFor() {
    assertThat(KeyGeneration.rsa(1024).getModulus().bitLength()).isEqualTo(1024);
  }

  @Test
  void resolvesANameOrSaysThatItHasNoAddress() throws Exception {
    assertThat(NameLookup.resolve("localhost")).allMatch(InetAddress::isLoopbackAddress);
    // RFC 6761: never an address; 64 characters are no label, so that nobody is asked.
    String none = "a".repeat(64) + ".invalid";
    assertThatThrownBy(() -> NameLookup.resolve(none))
        .isInstanceOf(WorkFailedException.class)
        .hasMessageContaining(none + " has no address");
  }

  @Test
  void encodesEveryRecordAndReadsThemBackFromAHandOverThatCopies() {
    List<Report.Row> rows = Report.rows(1000);

    byte[] packed = Report.pack(rows);

    assertThat(Report.encode(rows)).isEqualTo(packed.length);
    assertThat(Report.unpack(packed)).isEqualTo(rows);
    assertThat(new String(packed, UTF_8))
        .startsWith(
            "[{\"id\":1000000,\"customer\":0,\"product\":\"apple\",\"quantity\":1,"
                + "\"priceCents\":99,\"paid\":false},")
        .endsWith("}]");
    assertThat(Report.encode(List.of())).isEqualTo(2);
    assertThat(Report.unpack(Report.pack(List.of()))).isEmpty();
  }
}
