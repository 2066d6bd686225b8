package org.jvmcluster.runtime.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramesTest {

  @Test
  void putsTheLengthBeforeTheBody() throws Exception {
    ByteBuffer frame = Frames.frame(new byte[] {'a', 'b', 'c'});

    assertThat(frame).isEqualTo(ByteBuffer.wrap(new byte[] {0, 0, 0, 3, 'a', 'b', 'c'}));
  }

  @Test
  void findsTheBodiesWhereverTheStreamIsCut() throws Exception {
    byte[] stream = stream("one", "x", "three").array();

    for (int cut = 1; cut < stream.length; cut++) {
      FrameDecoder decoder = new FrameDecoder();
      List<String> bodies = new ArrayList<>();
      for (int from = 0; from < stream.length; from += cut) {
        ByteBuffer piece = ByteBuffer.wrap(stream, from, Math.min(cut, stream.length - from));
        decoder.decode(piece).forEach(body -> bodies.add(new String(body, UTF_8)));
        assertThat(piece.hasRemaining()).isFalse();
      }
      assertThat(bodies).as("pieces of %d bytes", cut).containsExactly("one", "x", "three");
    }
  }

  @Test
  void acceptsTheLongestFrameAndNotOneByteMore() throws Exception {
    byte[] longest = new byte[Protocol.MAX_FRAME_BYTES];

    assertThat(new FrameDecoder().decode(Frames.frame(longest))).containsExactly(longest);
    assertThatThrownBy(() -> Frames.frame(new byte[Protocol.MAX_FRAME_BYTES + 1]))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("4194305 bytes");
    assertThatThrownBy(() -> new FrameDecoder().decode(header(Protocol.MAX_FRAME_BYTES + 1)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("4194305 bytes");
  }

  @Test
  void refusesAnEmptyOrNegativeLength() {
    assertThatThrownBy(() -> new FrameDecoder().decode(header(0)))
        .isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> new FrameDecoder().decode(header(-1)))
        .isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> Frames.frame(new byte[0])).isInstanceOf(ProtocolException.class);
  }

  private static ByteBuffer stream(String... bodies) throws ProtocolException {
    ByteBuffer stream = ByteBuffer.allocate(100);
    for (String body : bodies) {
      stream.put(Frames.frame(body.getBytes(UTF_8)));
    }
    return ByteBuffer.wrap(Arrays.copyOf(stream.array(), stream.position()));
  }

  private static ByteBuffer header(int length) {
    return ByteBuffer.allocate(4).putInt(length).flip();
  }
}
