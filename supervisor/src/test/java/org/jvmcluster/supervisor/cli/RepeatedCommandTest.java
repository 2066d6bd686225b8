package org.jvmcluster.supervisor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedCommandTest {
  @Test
  void repeatsTheWordsAsTheyWereGiven() {
    assertThat(of("compare", "--workers", "3", "--path", "/cpu?ms=100", "--mix=/a=1,/b=2"))
        .containsExactly(
            "supervisor", "compare", "--workers", "3", "--path", "/cpu?ms=100", "--mix=/a=1,/b=2");
  }

  @Test
  void namesFilesWithoutTheirFolders() {
    assertThat(
            of(
                "compare",
                "--report",
                "/home/somebody/out.html",
                "--arms=../mine/arms.yaml",
                "--run-opt",
                "--config=/etc/somebody/supervisor.yaml"))
        .containsExactly(
            "supervisor",
            "compare",
            "--report",
            "out.html",
            "--arms=arms.yaml",
            "--run-opt",
            "--config=supervisor.yaml");
  }

  @Test
  void namesNoHostButThisMachinesLoopback() {
    assertThat(
            of(
                "compare",
                "--url",
                "staging=http://host.example:8080",
                "--url=http://[2001:db8::1]:80",
                "--url",
                "http://127.0.0.1:3000",
                "--url",
                "v6=http://[::1]:3000/"))
        .containsExactly(
            "supervisor",
            "compare",
            "--url",
            "staging=http://HOST:8080",
            "--url=http://HOST:80",
            "--url",
            "http://127.0.0.1:3000",
            "--url",
            "v6=http://[::1]:3000/");
  }

  private static List<String> of(String... words) {
    return RepeatedCommand.of(List.of(words));
  }
}
