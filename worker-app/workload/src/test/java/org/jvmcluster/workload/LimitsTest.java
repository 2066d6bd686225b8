package org.jvmcluster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvmcluster.workload.work.Jpeg;

/** What a stranger may ask for, and what he is told when it is too much. */
class LimitsTest {
  private static RunningService service;

  @BeforeAll
  static void start() throws Exception {
    service = RunningService.start(Map.of());
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/hash?iterations=0, iterations, from 1 to 5000000",
    "/login?iterations=5000001, iterations, from 1 to 5000000",
    "/report?objects=500001, objects, from 0 to 500000",
    "/report?copy=maybe, copy, copy=true or copy=false",
    "/file?bytes=16777217, bytes, from 0 to 16777216",
    "/gzip?bytes=67108865, bytes, from 0 to 67108864",
    "/random?bytes=-1, bytes, from 0 to 67108864",
    "/keygen?bits=512, bits, from 1024 to 4096",
    "/resize?megapixels=25, megapixels, from 1 to 24",
    "/match?pattern=a&input=a&engine=perl, engine, engine=jdk or engine=re2j or engine=deadline",
    "/match?pattern=a&input=a&limitMs=0, limitMs, from 1 to 10000",
    "/db?cpuMs=60001, cpuMs, from 0 to 60000",
    "/lock?style=tight, style, style=held or style=narrow or style=async",
    "/lookup?host=localhost&resolver=pigeon, resolver, resolver=jdk or resolver=async",
    "/cpu?deadlineMs=0, deadlineMs, from 1 to 60000",
    "/cpu?deadlineMs=0, deadlineMs, such as deadlineMs=1"
  })
  void namesTheParameterItsValueAndWhatIsAllowed(String path, String name, String allowed)
      throws Exception {
    HttpResponse<String> answer = service.get(path);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(name + "=", " is wrong; ", allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "/match?input=a, pattern is missing",
    "/match?pattern=a, input is missing",
    "/lookup, host is missing",
    "/fetch, url is missing",
    "/lookup?host=localhost&resolver=async&on=pool, needs no thread",
    "/match?pattern=(&input=a, the pattern cannot be read",
    "/match?pattern=(a)%5C1&input=a&engine=re2j, no back-references"
  })
  void saysWhatIsMissingOrCannotBe(String path, String text) throws Exception {
    HttpResponse<String> answer = service.get(path);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(text).endsWith("\npid " + RunningService.PID);
  }

  @Test
  void looksUpOnlyNamesThatAreAllowed() throws Exception {
    assertThat(service.get("/lookup?host=LOCALHOST").statusCode()).isEqualTo(200);
    assertThat(service.get("/lookup?host=localhost&resolver=async").body())
        .contains("localhost is 127.0.0.1 by the async resolver");
    for (String host :
        List.of("example.org", "localhost.example.org", "10.0.0.1", "test", "-x.test")) {
      HttpResponse<String> answer = service.get("/lookup?host=" + host);
      assertThat(answer.statusCode()).as(host).isEqualTo(403);
      assertThat(answer.body()).contains("LOOKUP_ALLOW");
    }
  }

  @Test
  void refusesLongInputAndLongPatternsBeforeAnyEngineSeesThem() throws Exception {
    String trap = "/match?pattern=" + RunningService.escape("^(a+)+\\1$");

    assertThat(service.get(trap + "&input=" + "a".repeat(100_001)).statusCode()).isEqualTo(413);
    assertThat(service.post(trap, BodyPublishers.ofString("a".repeat(100_001))).body())
        .contains("413 /match: input has 100001 characters; give at most 100000");
    assertThat(service.get("/match?pattern=" + "a".repeat(1001) + "&input=a").body())
        .contains("413 /match: pattern has 1001 characters; give at most 1000");
    assertThat(service.get("/match?pattern=a$&input=" + "a".repeat(100_000)).statusCode())
        .isEqualTo(200);
    assertThat(
            service.post("/match?pattern=a$", BodyPublishers.ofString("a".repeat(100_000))).body())
        .contains("found in 100000 characters");
  }

  @Test
  void stopsAMatchThatRunsAway() throws Exception {
    HttpResponse<String> answer =
        service.get(
            "/match?engine=deadline&limitMs=20&pattern="
                + RunningService.escape("^(a+)+\\1$")
                + "&input="
                + "a".repeat(60)
                + "!");

    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body()).contains("not done after 20 ms", "engine=re2j");
  }

  @Test
  void resizesAPictureThatIsSentAndSaysSoOfOneThatIsNone() throws Exception {
    assertThat(service.post("/resize", BodyPublishers.ofByteArray(Jpeg.make(1))).body())
        .contains("resized 1155 x 866 to 800 x 600 pixels");

    HttpResponse<String> none = service.post("/resize", BodyPublishers.ofString("no picture"));
    assertThat(none.statusCode()).isEqualTo(422);
    assertThat(none.body()).contains("422 /resize: this is no JPEG");
    assertThat(service.post("/resize", BodyPublishers.noBody()).statusCode()).isEqualTo(422);
  }

  @Test
  void readsABodyWhateverItsTypeSaysItIs() throws Exception {
    for (String type : List.of("application/x-www-form-urlencoded", "multipart/form-data")) {
      assertThat(
              service.post("/match?pattern=%25%25", type, BodyPublishers.ofString("a=1&%%")).body())
          .contains("found in 6 characters");
    }
  }

  @Test
  void asksForABodyThatWaitsToBeAskedForOnlyIfItIsShortEnough() throws Exception {
    for (String length : List.of("3", "300001")) {
      try (Socket socket = service.connect()) {
        write(
            socket,
            "POST /match?pattern=a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                + ("Content-Length: " + length + "\r\n\r\n"));
        String first = new String(socket.getInputStream().readNBytes(12), UTF_8);
        assertThat(first).isEqualTo(length.equals("3") ? "HTTP/1.1 100" : "HTTP/1.1 413");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length: 25000001", "Content-Length: 99999999999999999999"})
  void refusesABodyByItsAnnouncedLength(String header) throws Exception {
    try (Socket socket = service.connect()) {
      write(socket, "POST /resize HTTP/1.1\r\nHost: x\r\n" + header + "\r\n\r\n");

      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .containsPattern("^HTTP/1.1 4(13|00) ");
    }
  }

  @Test
  void refusesABodyThatGrowsBeyondItsLimitWithoutAnnouncement() throws Exception {
    byte[] large = new byte[400_000];
    HttpResponse<String> answer =
        service.post(
            "/match?pattern=a",
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)));

    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).endsWith("\npid " + RunningService.PID);
  }

  @Test
  void takesNoMoreBodiesAtOnceThanTheHeapHasRoomFor() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        Socket socket = service.connect();
        slow.add(socket);
        write(socket, "POST /resize HTTP/1.1\r\nHost: x\r\nContent-Length: 25000000\r\n\r\n");
      }
      await()
          .atMost(RunningService.PATIENCE)
          .untilAsserted(
              () -> {
                HttpResponse<String> answer =
                    service.post("/resize", BodyPublishers.ofString("one more"));
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).contains("1");
              });
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
    await()
        .atMost(RunningService.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(service.post("/resize", BodyPublishers.ofString("again")).statusCode())
                    .isEqualTo(422));
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    socket.getOutputStream().flush();
  }
}
