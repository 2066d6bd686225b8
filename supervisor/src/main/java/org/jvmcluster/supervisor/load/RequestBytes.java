package org.jvmcluster.supervisor.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The requests of a plan as they go over the wire, made once: on a machine that client and service
 * share, what the client spends on building each anew is missing in the throughput.
 */
final class RequestBytes {
  private final List<byte[]> byPart;

  RequestBytes(LoadPlan plan) {
    String close = plan.fresh() ? "connection: close\r\n" : "";
    byPart =
        plan.mix().parts().stream()
            .map(
                part ->
                    ("GET "
                            + part.path()
                            + " HTTP/1.1\r\nhost: "
                            + plan.target().hostHeader()
                            + "\r\n"
                            + close
                            + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII))
            .toList();
  }

  /** A request for the path of a part of the mix; the caller's to release. */
  ByteBuf of(int part) {
    return Unpooled.wrappedBuffer(byPart.get(part));
  }
}
