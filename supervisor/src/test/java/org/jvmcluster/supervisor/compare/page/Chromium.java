package org.jvmcluster.supervisor.compare.page;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A headless Chromium of its own, with a profile of its own, driven over the DevTools protocol.
 * Closing it ends the process it has started.
 */
final class Chromium implements AutoCloseable {
  /** Proves nothing; it ends a test that would hang, on a machine where other builds run. */
  static final Duration LIMIT = Duration.ofMinutes(1);

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
  private final Queue<JsonObject> events = new ConcurrentLinkedQueue<>();

  private Chromium(Process process, URI devTools) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(devTools, new Listener())
            .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
            .join();
  }

  /** Where it is installed; empty if it is not. */
  static Optional<Path> program() {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts one and waits until it can be driven. */
  static Chromium start(Path program, Path folder) throws IOException {
    Path output = folder.resolve("chromium.log");
    Path profile = Files.createDirectory(folder.resolve("profile"));
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(
        List.of(
            "--headless",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            "--remote-debugging-port=0",
            "--user-data-dir=" + profile,
            "about:blank"));
    if ("root".equals(System.getProperty("user.name"))) {
      // Chromium refuses to run as root within its sandbox; the page is ours.
      command.add("--no-sandbox");
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    // Its own leftovers go with the folder.
    builder.environment().put("TMPDIR", folder.toString());
    Process process = builder.start();
    try {
      Path port = profile.resolve("DevToolsActivePort");
      await("chromium")
          .atMost(LIMIT)
          .until(
              () ->
                  !process.isAlive()
                      || (Files.exists(port) && Files.readAllLines(port).size() == 2));
      if (!process.isAlive()) {
        throw new IOException(program + " ended at once: " + Files.readString(output));
      }
      List<String> lines = Files.readAllLines(port);
      return new Chromium(process, URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1)));
    } catch (IOException | RuntimeException e) {
      end(process);
      throw e;
    }
  }

  /** A new empty page, whose errors and requests are recorded from now on. */
  Tab newTab() {
    String target =
        send("", "Target.createTarget", new JsonObject().put("url", "about:blank"))
            .getString("targetId");
    String session =
        send(
                "",
                "Target.attachToTarget",
                new JsonObject().put("targetId", target).put("flatten", true))
            .getString("sessionId");
    Tab tab = new Tab(session);
    List.of("Page", "Runtime", "Log", "Network").forEach(it -> tab.send(it + ".enable", Map.of()));
    return tab;
  }

  private JsonObject send(String session, String method, JsonObject parameters) {
    int id = lastId.incrementAndGet();
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    answers.put(id, answer);
    JsonObject message =
        new JsonObject().put("id", id).put("method", method).put("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    socket.sendText(message.encode(), true).join();
    JsonObject json = answer.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    if (json.containsKey("error")) {
      throw new IllegalStateException(method + ": " + json.getJsonObject("error").encode());
    }
    return json.getJsonObject("result");
  }

  @Override
  public void close() {
    socket.abort();
    end(process);
  }

  /** Its children too: as long as one lives, it writes to the folder. */
  private static void end(Process process) {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    process.destroy();
    process.onExit().completeOnTimeout(process, 5, TimeUnit.SECONDS).join();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(it -> it.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join());
  }

  /** One page. */
  final class Tab {
    private final String session;

    private Tab(String session) {
      this.session = session;
    }

    JsonObject send(String method, Map<String, Object> parameters) {
      return Chromium.this.send(session, method, new JsonObject(parameters));
    }

    /** Loads a page and waits until all of it is there. */
    void open(Path file) {
      send("Page.navigate", Map.of("url", file.toUri().toString()));
      await("page").atMost(LIMIT).until(() -> !events("Page.loadEventFired").isEmpty());
    }

    /** The value of an expression; a promise is awaited. */
    Object evaluate(String expression) {
      JsonObject result =
          send(
              "Runtime.evaluate",
              Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
      if (result.containsKey("exceptionDetails")) {
        throw new IllegalStateException(expression + ": " + result.encode());
      }
      return result.getJsonObject("result").getValue("value", "undefined");
    }

    /** What such events said, in order. */
    List<JsonObject> events(String method) {
      return events.stream()
          .filter(it -> method.equals(it.getString("method")))
          .filter(it -> session.equals(it.getString("sessionId")))
          .map(it -> it.getJsonObject("params"))
          .toList();
    }
  }

  /** Puts the parts of a message together and hands it to whoever waits. */
  private final class Listener implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        JsonObject json = new JsonObject(message.toString());
        message.setLength(0);
        CompletableFuture<JsonObject> waiting =
            json.containsKey("id") ? answers.remove(json.getInteger("id")) : null;
        if (waiting != null) {
          waiting.complete(json);
        } else {
          events.add(json);
        }
      }
      from.request(1);
      return CompletableFuture.completedFuture(null);
    }
  }
}
