package org.jvmcluster.supervisor.control;

import io.vertx.core.Context;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.Set;
import org.jvmcluster.supervisor.report.EventLog;

/** Answers that show the event log: what there is, or also what is to come. */
final class EventStreams {
  private final EventLog log;

  /** Those who follow. Belongs to the API's event loop. */
  private final Set<Follower> followers = new HashSet<>();

  EventStreams(EventLog log) {
    this.log = log;
  }

  private record Follower(LineStream lines, EventLog.Following following) {}

  void sendRecent(HttpServerRequest request) {
    LineStream lines = new LineStream(request);
    lines.begin(200);
    log.recent().forEach(lines::write);
    lines.end();
  }

  /** Sends events until the client goes or the API is closed. */
  void follow(Context context, HttpServerRequest request) {
    LineStream lines = new LineStream(request);
    lines.begin(200);
    lines.sendHead();
    Follower follower =
        new Follower(lines, log.follow(event -> context.runOnContext(then -> lines.write(event))));
    followers.add(follower);
    request
        .response()
        .closeHandler(
            gone -> {
              follower.following().close();
              followers.remove(follower);
            });
  }

  void close() {
    followers.forEach(
        follower -> {
          follower.following().close();
          follower.lines().end();
        });
    followers.clear();
  }
}
