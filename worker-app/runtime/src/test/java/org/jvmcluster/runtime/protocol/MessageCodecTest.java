package org.jvmcluster.runtime.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCodecTest {

  static Stream<WorkerMessage> workerMessages() {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(100_000_000, 20);
    histogram.recordValue(7);
    return Stream.of(
        new WorkerMessage.Hello(
            1,
            new LaunchId(17),
            new WorkerIdentity(new Slot(2), new Generation(3), 4711),
            new Versions("17.0.15", "5.0.7", "4.2.18.Final", "epoll"),
            List.of("no hand-over: a field is missing", "second")),
        new WorkerMessage.Listening(Duration.ofMillis(812)),
        new WorkerMessage.Warmed(140, Duration.ofNanos(2_345_678_901L)),
        new WorkerMessage.Ready(),
        new WorkerMessage.Report(
            new WorkerReport(
                9,
                -5,
                999_999_995,
                List.of(
                    Reading.Gauge.of(ReadingNames.CONNECTIONS, 12),
                    new Reading.Gauge("ratio", Map.of("loop", "1"), 0.125),
                    Reading.Counter.of(ReadingNames.REQUESTS, Long.MAX_VALUE),
                    new Reading.Distribution(
                        ReadingNames.LATENCY_NANOS,
                        Map.of("loop", "0", "route", "/a=b\tc"),
                        histogram)))),
        new WorkerMessage.ThreadDump(
            7,
            List.of(
                new WorkerMessage.BlockedLoop("loop-0", "a.B.c(B.java:1)"),
                new WorkerMessage.BlockedLoop("loop\t1", "d")),
            "loop-0\n\tat a.B.c(B.java:1)\n"),
        new WorkerMessage.ThreadDump(8, List.of(), ""),
        new WorkerMessage.Drained(3, 1, Duration.ofSeconds(20)),
        new WorkerMessage.Failed(
            "tried epoll:\n\tit is missing \\ not loaded\r\nadd it, ümläut ok"));
  }

  static Stream<SupervisorMessage> supervisorMessages() {
    return Stream.of(
        new SupervisorMessage.Welcome(
            1,
            List.of(new SupervisedPort("127.0.0.1", 3100), new SupervisedPort("::1", 3101)),
            WarmUp.BEFORE_READY,
            Acceptance.OWN,
            64,
            Duration.ofSeconds(20),
            Duration.ofSeconds(1)),
        new SupervisorMessage.Refused("slot 2 has a worker already"),
        new SupervisorMessage.Sockets(
            List.of(new SocketLabel(3100, new Slot(1)), new SocketLabel(3100, new Slot(0)))),
        new SupervisorMessage.Unserved(Set.of(new Slot(0), new Slot(5))),
        new SupervisorMessage.Unserved(Set.of()),
        new SupervisorMessage.LimitConnections(Integer.MAX_VALUE),
        new SupervisorMessage.DumpThreads(7),
        new SupervisorMessage.Drain(Duration.ZERO));
  }

  @ParameterizedTest
  @MethodSource("workerMessages")
  void readsBackEveryMessageOfAWorker(WorkerMessage message) throws Exception {
    assertThat(MessageCodec.decodeWorkerMessage(MessageCodec.encode(message))).contains(message);
  }

  @ParameterizedTest
  @MethodSource("supervisorMessages")
  void readsBackEveryMessageOfTheSupervisor(SupervisorMessage message) throws Exception {
    assertThat(MessageCodec.decodeSupervisorMessage(MessageCodec.encode(message)))
        .contains(message);
  }

  @Test
  void coversEveryKindOfMessage() {
    assertThat(workerMessages().map(Object::getClass).distinct())
        .hasSameSizeAs(WorkerMessage.class.getPermittedSubclasses());
    assertThat(supervisorMessages().map(Object::getClass).distinct())
        .hasSameSizeAs(SupervisorMessage.class.getPermittedSubclasses());
  }

  @Test
  void isTextThatAPersonCanRead() {
    byte[] body = MessageCodec.encode(new WorkerMessage.Failed("two\nlines"));

    assertThat(new String(body, UTF_8)).isEqualTo("failed\nreason=two\\nlines\n");
  }

  @Test
  void skipsAMessageOfUnknownType() throws Exception {
    assertThat(MessageCodec.decodeWorkerMessage("borrowed\nslot=1\n".getBytes(UTF_8))).isEmpty();
    assertThat(MessageCodec.decodeSupervisorMessage("lend\nslot=1\n".getBytes(UTF_8))).isEmpty();
  }

  @Test
  void skipsUnknownKeysLinesAndPartsOfValues() throws Exception {
    String body =
        """
        drain
        politely=yes
        a line of another kind
        limitNanos=5
        =
        """;

    assertThat(MessageCodec.decodeSupervisorMessage(body.getBytes(UTF_8)))
        .contains(new SupervisorMessage.Drain(Duration.ofNanos(5)));
    assertThat(
            MessageCodec.decodeSupervisorMessage("sockets\nsocket=3100\t2\tudp\n".getBytes(UTF_8)))
        .contains(new SupervisorMessage.Sockets(List.of(new SocketLabel(3100, new Slot(2)))));
  }

  @Test
  void skipsUnknownKindsOfReadingsAndKeepsUnknownNames() throws Exception {
    String body =
        """
        report
        number=1
        beginNanos=0
        endNanos=10
        reading=sketch\tlatencySketch\tAAAA
        reading=gauge\tnobodyKnowsThis\t1.5
        """;

    assertThat(MessageCodec.decodeWorkerMessage(body.getBytes(UTF_8)))
        .contains(
            new WorkerMessage.Report(
                new WorkerReport(1, 0, 10, List.of(Reading.Gauge.of("nobodyKnowsThis", 1.5)))));
  }

  @Test
  void namesTheMessageAndTheKeyThatIsMissing() {
    assertThatThrownBy(() -> MessageCodec.decodeSupervisorMessage("drain\n".getBytes(UTF_8)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContainingAll("'drain'", "'limitNanos'", "0 times");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drain\nlimitNanos=soon\n",
        "drain\nlimitNanos=\n",
        "drain\nlimitNanos=99999999999999999999\n",
        "limit-connections\nconnections=0\n",
        "limit-connections\nconnections=2147483648\n",
        "sockets\nsocket=70000\t0\n",
        "sockets\nsocket=3100\t-1\n",
        "sockets\nsocket=3100\n",
        "unserved\nslot=x\n",
      })
  void refusesAWrongValueAndShowsIt(String body) {
    String line = body.lines().skip(1).findFirst().orElseThrow();
    String key = line.substring(0, line.indexOf('='));

    assertThatThrownBy(() -> MessageCodec.decodeSupervisorMessage(body.getBytes(UTF_8)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("'" + body.lines().findFirst().orElseThrow() + "'")
        .hasMessageContaining("'" + key + "=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reading=gauge\tload\tNaN",
        "reading=gauge\tload",
        "reading=counter\trequests\t1.5",
        "reading=counter\trequests\t1\tloop",
        "reading=distribution\tlatencyNanos\t!!!!",
        "reading=distribution\tlatencyNanos\tAAAAAAAAAAAAAAAAAAAA",
        "reading=distribution\tlatencyNanos\t",
        "endNanos=-1",
      })
  void refusesABrokenReport(String line) {
    String body =
        "report\nnumber=1\nbeginNanos=0\n"
            + (line.startsWith("endNanos") ? line : "endNanos=10\n" + line)
            + "\n";

    assertThatThrownBy(() -> MessageCodec.decodeWorkerMessage(body.getBytes(UTF_8)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("'report'");
  }

  @Test
  void refusesATruncatedHistogram() {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(123_456_789);
    String body =
        new String(
            MessageCodec.encode(
                new WorkerMessage.Report(
                    new WorkerReport(
                        1,
                        0,
                        1,
                        List.of(new Reading.Distribution("latencyNanos", Map.of(), histogram))))),
            UTF_8);
    String cut = body.substring(0, body.length() - 5) + "\n";

    assertThatThrownBy(() -> MessageCodec.decodeWorkerMessage(cut.getBytes(UTF_8)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContainingAll("'report'", "reading=distribution latencyNanos");
  }

  @Test
  void refusesWhatIsNoText() {
    assertThatThrownBy(
            () -> MessageCodec.decodeWorkerMessage(new byte[] {'r', (byte) 0xff, (byte) 0xfe}))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("UTF-8");
  }
}
