package org.jvmcluster.runtime.worker;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.runtime.protocol.FrameDecoder;
import org.jvmcluster.runtime.protocol.Frames;
import org.jvmcluster.runtime.protocol.MessageCodec;
import org.jvmcluster.runtime.protocol.ProtocolException;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

/**
 * The control channel: one unix socket to the supervisor. {@link #run} is its thread, which
 * connects, reads, writes, and ends with the channel; it calls no code that could block, because
 * the end of the channel is how a worker learns that its supervisor is gone.
 *
 * <p>One selector, not blocking reads and writes: a stopped supervisor that reads nothing must not
 * hold up who sends, and Java's channel streams deadlock when one thread reads and another writes.
 */
final class ControlChannel implements Outbox {
  /**
   * Messages that may wait to be written. A life has about ten besides reports, and of those one
   * waits at most, see {@link ReportLoop}.
   */
  private static final int OUTBOX_FRAMES = 64;

  /** One read; a message to a worker has some hundred bytes. */
  private static final int READ_BYTES = 8192;

  private final Path socket;
  private final Selector selector;
  private final FrameDecoder decoder = new FrameDecoder();
  private final ByteBuffer readBuffer = ByteBuffer.allocate(READ_BYTES);

  /** Guarded by this. */
  private final Deque<ByteBuffer> outgoing = new ArrayDeque<>();

  /** Guarded by this. */
  private boolean ended;

  ControlChannel(Path socket) {
    this.socket = requireNonNull(socket, "socket");
    try {
      this.selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no selector for the control channel; is the limit of open files reached?", e);
    }
  }

  /** Takes what comes. Called on the channel's thread; must not block. */
  interface Inbox {
    /** The supervisor said something. */
    void received(SupervisorMessage message);

    /**
     * The channel has ended, or never began. Called once, last.
     *
     * @param reason in a few words
     */
    void ended(String reason);
  }

  /** Serves the channel on the calling thread until it ends. */
  void run(Inbox inbox) {
    // What is said if this thread fails in a way nobody foresaw: the life must end even then.
    String reason = "the control thread failed";
    try (selector;
        SocketChannel channel = connect()) {
      channel.configureBlocking(false);
      reason = serve(channel, channel.register(selector, SelectionKey.OP_READ), inbox);
    } catch (IOException e) {
      reason = "the control channel " + socket + " failed: " + e;
    } finally {
      end();
      inbox.ended(reason);
    }
  }

  @Override
  public boolean send(WorkerMessage message) {
    ByteBuffer frame;
    try {
      frame = Frames.frame(MessageCodec.encode(message));
    } catch (ProtocolException e) {
      throw new IllegalArgumentException("a message that cannot be sent: " + e.getMessage(), e);
    }
    synchronized (this) {
      if (ended || outgoing.size() == OUTBOX_FRAMES) {
        return false;
      }
      outgoing.add(frame);
    }
    selector.wakeup();
    return true;
  }

  @Override
  public synchronized boolean isEmpty() {
    return outgoing.isEmpty();
  }

  /**
   * Waits until everything is written or the channel has ended.
   *
   * @return false when the limit came first
   */
  synchronized boolean awaitEmpty(Duration limit, NanoClock clock) throws InterruptedException {
    Deadline deadline = Deadline.after(limit, clock);
    while (!outgoing.isEmpty() && !deadline.hasPassed()) {
      wait(Math.max(1, deadline.remaining().toMillis()));
    }
    return outgoing.isEmpty();
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(socket));
  }

  /** Serves the channel until it ends; returns why it did. */
  private String serve(SocketChannel channel, SelectionKey key, Inbox inbox) throws IOException {
    while (true) {
      key.interestOps(
          isEmpty() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      // A send between isEmpty and select is not lost: its wakeup makes this select return.
      selector.select();
      selector.selectedKeys().clear();
      // Tried whatever is ready: on a channel that does not block that costs a call and no state.
      write(channel);
      if (!read(channel, inbox)) {
        return "the supervisor closed the control channel";
      }
    }
  }

  private boolean read(SocketChannel channel, Inbox inbox) throws IOException {
    readBuffer.clear();
    if (channel.read(readBuffer) < 0) {
      return false;
    }
    for (byte[] body : decoder.decode(readBuffer.flip())) {
      Optional<SupervisorMessage> message = MessageCodec.decodeSupervisorMessage(body);
      message.ifPresent(inbox::received);
    }
    return true;
  }

  private void write(SocketChannel channel) throws IOException {
    @Nullable ByteBuffer frame = first();
    while (frame != null) {
      channel.write(frame);
      if (frame.hasRemaining()) {
        return;
      }
      frame = next();
    }
  }

  private synchronized @Nullable ByteBuffer first() {
    return outgoing.peek();
  }

  private synchronized @Nullable ByteBuffer next() {
    outgoing.remove();
    if (outgoing.isEmpty()) {
      notifyAll();
    }
    return outgoing.peek();
  }

  private synchronized void end() {
    ended = true;
    outgoing.clear();
    notifyAll();
  }
}
