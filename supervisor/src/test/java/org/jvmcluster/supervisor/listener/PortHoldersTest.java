package org.jvmcluster.supervisor.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@EnabledIf("isLittleEndian") // The tables below are those of such a machine.
class PortHoldersTest {
  private static final String HEAD =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid inode\n";

  @TempDir Path proc;

  static boolean isLittleEndian() {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  }

  @BeforeEach
  void emptyTables() throws IOException {
    Files.createDirectories(proc.resolve("net"));
    table("tcp", "");
    table("tcp6", "");
  }

  private void table(String name, String lines) throws IOException {
    Files.writeString(proc.resolve("net").resolve(name), HEAD + lines);
  }

  private static String line(String address, String state, int uid, long inode) {
    return "   0: %s 00000000:0000 %s 00000000:00000000 00:00000000 00000000 %5d        0 %d 1 0\n"
        .formatted(address, state, uid, inode);
  }

  private void process(long pid, String commandLine, long... inodes) throws IOException {
    Path folder = Files.createDirectories(proc.resolve(Long.toString(pid)).resolve("fd"));
    Files.createSymbolicLink(folder.resolve("0"), Path.of("pipe:[1]"));
    for (long inode : inodes) {
      Files.createSymbolicLink(
          folder.resolve(Long.toString(inode)), Path.of("socket:[" + inode + "]"));
    }
    Files.writeString(proc.resolve(Long.toString(pid)).resolve("cmdline"), commandLine);
  }

  private List<PortHolder> holders(String host) throws Exception {
    return new PortHolders(proc, Path.of("/run/jvm-supervisor/3100"))
        .of(ListenAddress.resolve(host, 3100));
  }

  @Test
  void namesTheProcessThatHasTheListeningSocketOpen() throws Exception {
    table("tcp", line("0100007F:0C1C", "0A", 1000, 77) + line("0100007F:0C1D", "0A", 1000, 78));
    process(4711, "nginx: master\0process\0", 77);
    process(4712, "other\0", 78);

    assertThat(holders("127.0.0.1"))
        .containsExactly(
            new PortHolder(OptionalLong.of(4711), 1000, "nginx: master process", false));
  }

  @Test
  void namesEveryProcessOfASharedSocket() throws Exception {
    table("tcp", line("0100007F:0C1C", "0A", 0, 77));
    process(10, "java\0-Dorg.jvmcluster.control=/run/jvm-supervisor/3100/control.sock\0", 77);
    process(11, "java\0-Dorg.jvmcluster.control=/run/jvm-supervisor/31000/control.sock\0", 77);

    assertThat(holders("127.0.0.1"))
        .extracting(PortHolder::pid, PortHolder::orphan)
        .containsExactlyInAnyOrder(
            tuple(OptionalLong.of(10), true), tuple(OptionalLong.of(11), false));
  }

  @Test
  void namesAtLeastTheUserWhereTheProcessIsNotToBeSeen() throws Exception {
    table("tcp", line("00000000:0C1C", "0A", 33, 77));

    assertThat(holders("127.0.0.1"))
        .singleElement()
        .extracting(PortHolder::describe)
        .isEqualTo("a process of uid 33");
  }

  @Test
  void readsIpv6AndWhatIsMappedIntoIt() throws Exception {
    String mapped = "0000000000000000FFFF00000100007F:0C1C";
    String loopback = "00000000000000000000000001000000:0C1C";
    String wildcard = "00000000000000000000000000000000:0C1C";
    table(
        "tcp6", line(mapped, "0A", 1, 1) + line(loopback, "0A", 2, 2) + line(wildcard, "0A", 3, 3));

    assertThat(holders("127.0.0.1")).extracting(PortHolder::uid).containsExactlyInAnyOrder(1, 3);
    assertThat(holders("::1")).extracting(PortHolder::uid).containsExactlyInAnyOrder(2, 3);
    assertThat(holders("::")).extracting(PortHolder::uid).containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void passesOverSocketsThatDoNotListen() throws Exception {
    table("tcp", line("0100007F:0C1C", "06", 0, 77) + line("0100007F:0C1C", "01", 0, 78));

    assertThat(holders("127.0.0.1")).isEmpty();
  }

  @Test
  void findsNobodyWhereTheTablesAreMissing() throws Exception {
    Files.delete(proc.resolve("net").resolve("tcp"));
    Files.delete(proc.resolve("net").resolve("tcp6"));

    assertThat(holders("127.0.0.1")).isEmpty();
  }
}
