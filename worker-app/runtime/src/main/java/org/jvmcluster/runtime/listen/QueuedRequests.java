package org.jvmcluster.runtime.listen;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpRequest;
import io.vertx.core.http.impl.Http1xServerConnection;
import io.vertx.core.net.impl.VertxConnection;
import io.vertx.core.net.impl.VertxHandler;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many pipelined requests Vert.x has read from a connection but not begun. It keeps them in
 * private fields: one whose head is read while an earlier response is in progress, and messages
 * that came behind. They are looked at when a connection is told to close, and only then.
 */
public final class QueuedRequests {
  private static final @Nullable QueuedRequests FIELDS = find();

  private final Field beingRead;
  private final Field beingAnswered;
  private final Field pending;

  private QueuedRequests(Field beingRead, Field beingAnswered, Field pending) {
    this.beingRead = beingRead;
    this.beingAnswered = beingAnswered;
    this.pending = pending;
  }

  private static @Nullable QueuedRequests find() {
    try {
      return new QueuedRequests(
          open(Http1xServerConnection.class, "requestInProgress"),
          open(Http1xServerConnection.class, "responseInProgress"),
          open(VertxConnection.class, "pending"));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError otherVersion) {
      return null;
    }
  }

  private static Field open(Class<?> owner, String name) throws NoSuchFieldException {
    Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** What does not work with this Vert.x, in a sentence; empty when all does. */
  public static Optional<String> reduced() {
    return FIELDS != null
        ? Optional.empty()
        : Optional.of(
            "pipelined requests behind the response that closes a connection may be dropped: this"
                + " Vert.x keeps them where the runtime cannot see them");
  }

  /** Counts them, on the connection's loop; 0 when it cannot be known. */
  static int in(ChannelPipeline pipeline) {
    VertxHandler<?> handler = pipeline.get(VertxHandler.class);
    if (FIELDS == null
        || handler == null
        || !(handler.getConnection() instanceof Http1xServerConnection)) {
      return 0;
    }
    return FIELDS.count(handler.getConnection());
  }

  private int count(Object connection) {
    try {
      Object answered = beingAnswered.get(connection);
      Object read = beingRead.get(connection);
      int count = answered != null && read != null && read != answered ? 1 : 0;
      if (pending.get(connection) instanceof Collection<?> messages) {
        for (Object message : messages) {
          count += message instanceof HttpRequest ? 1 : 0;
        }
      }
      return count;
    } catch (IllegalAccessException e) {
      throw new AssertionError("the field was made accessible", e);
    }
  }
}
