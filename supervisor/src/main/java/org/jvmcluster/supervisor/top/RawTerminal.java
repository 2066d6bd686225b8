package org.jvmcluster.supervisor.top;

import java.io.IOError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;
import org.jvmcluster.supervisor.top.ScreenLine.Style;

/**
 * The user's terminal, taken over: keys come at once and unseen, and screens are drawn where the
 * terminal allows it. A terminal of type {@code dumb} gets one screen after the other, as text.
 *
 * <p>{@link #close} gives everything back: the modes, the cursor, and what was on the screen
 * before. It may be called from any thread, once or more, and nothing is drawn after it.
 */
final class RawTerminal implements AutoCloseable {
  /** The alternate screen, which leaves what was there untouched; no cursor. */
  private static final String ENTER = "\u001b[?1049h\u001b[?25l";

  private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
  private static final String HOME = "\u001b[H";
  private static final String REST_OF_LINE = "\u001b[K";
  private static final String REST_OF_SCREEN = "\u001b[J";
  private static final String PLAIN = "\u001b[0m";

  /** What a terminal is taken for that does not say how large it is. */
  private static final Size USUAL = new Size(80, 24);

  /** How long one read lasts at most, and so what {@link #close} may have to wait for. */
  private static final long READ_MILLIS = 100;

  private final Terminal terminal;
  private final TerminalModes before;
  private final boolean isDumb;
  private final boolean hasColours;

  /**
   * Held for each read. After every change of modes JLine's next read reads them, and sets them
   * anew with its own; a read at the side of a close would make the terminal raw for good. Fair, or
   * a reader that reads again and again would keep it from the one that closes.
   */
  private final ReentrantLock reading = new ReentrantLock(true);

  /** Set with this and {@link #reading} held, so either is enough to look. */
  private boolean isClosed;

  private RawTerminal(Terminal terminal, TerminalModes before, boolean isDumb, boolean hasColours) {
    this.terminal = terminal;
    this.before = before;
    this.isDumb = isDumb;
    this.hasColours = hasColours;
  }

  /**
   * Takes the terminal over.
   *
   * @param type the variable {@code TERM}: {@code dumb}, or nothing, is of a terminal that shows
   *     every sequence as it is
   * @param hasColours whether colours are wanted; a dumb terminal gets none
   * @throws IOException when there is no terminal, or its modes cannot be set
   */
  static RawTerminal open(String type, boolean hasColours) throws IOException {
    TerminalModes before = TerminalModes.inForce();
    boolean isDumb = type.isEmpty() || type.equals("dumb");
    Terminal terminal =
        TerminalBuilder.builder()
            .system(true)
            .dumb(false)
            // Through stty: no native library is unpacked, which a hardened machine may refuse.
            .provider("exec")
            // All that is sent is understood by every terminal but a dumb one. For that type JLine
            // would leave the modes alone, and for one it does not know it would run infocmp.
            .type("ansi")
            // The JVM goes on hearing TERM and INT; JLine would hand them back to the system.
            .nativeSignals(false)
            .build();
    try {
      terminal.enterRawMode();
      Attributes raw = terminal.getAttributes();
      // Control-C and control-Z as characters: a stopped program leaves a terminal nobody can use.
      raw.setLocalFlag(Attributes.LocalFlag.ISIG, false);
      terminal.setAttributes(raw);
      RawTerminal opened = new RawTerminal(terminal, before, isDumb, hasColours);
      opened.write(opened.isDumb ? "" : ENTER);
      return opened;
    } catch (RuntimeException | IOError e) {
      // JLine reports modes that cannot be set as the error.
      terminal.close();
      throw e;
    }
  }

  /** As large as it is now. Asks a program, so not for every key. */
  Size size() {
    Size size = terminal.getSize();
    return size.getColumns() > 0 && size.getRows() > 0 ? size : USUAL;
  }

  /** Where keys come from; one reader at a time. */
  KeyDecoder keys() {
    NonBlockingReader reader = terminal.reader();
    return new KeyDecoder(
        millis -> {
          int character = read(reader, millis == 0 ? READ_MILLIS : millis);
          while (millis == 0 && character == KeyDecoder.NOTHING) {
            character = read(reader, READ_MILLIS);
          }
          return character;
        });
  }

  private int read(NonBlockingReader reader, long millis) throws IOException {
    reading.lock();
    try {
      int character = isClosed ? NonBlockingReader.EOF : reader.read(millis);
      return switch (character) {
        case NonBlockingReader.EOF -> KeyDecoder.END;
        case NonBlockingReader.READ_EXPIRED -> KeyDecoder.NOTHING;
        default -> character;
      };
    } finally {
      reading.unlock();
    }
  }

  /** Shows a screen in place of the one before; nothing once it is closed. */
  synchronized void draw(List<ScreenLine> lines) {
    if (isClosed) {
      return;
    }
    StringBuilder screen = new StringBuilder();
    if (isDumb) {
      lines.forEach(line -> screen.append(line.text()).append('\n'));
    } else {
      screen.append(HOME);
      for (int i = 0; i < lines.size(); i++) {
        screen.append(i == 0 ? "" : "\n").append(styled(lines.get(i))).append(REST_OF_LINE);
      }
      screen.append(REST_OF_SCREEN);
    }
    write(screen.toString());
  }

  private String styled(ScreenLine line) {
    if (!hasColours || line.style() == Style.PLAIN) {
      return line.text();
    }
    String begin =
        switch (line.style()) {
          case HEADING -> "\u001b[1m";
          case SELECTED -> "\u001b[7m";
          case ALARM -> "\u001b[31m";
          case PLAIN -> "";
        };
    return begin + line.text() + PLAIN;
  }

  private void write(String text) {
    terminal.writer().write(text);
    terminal.writer().flush();
  }

  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    write(isDumb ? "" : LEAVE);
    reading.lock();
    try {
      isClosed = true;
      giveModesBack();
    } catch (IOException e) {
      throw new UncheckedIOException("the terminal cannot be closed", e);
    } finally {
      reading.unlock();
    }
  }

  private void giveModesBack() throws IOException {
    try {
      before.set();
    } finally {
      // JLine compares what is in force with what it found, and sets what differs.
      terminal.close();
    }
  }
}
