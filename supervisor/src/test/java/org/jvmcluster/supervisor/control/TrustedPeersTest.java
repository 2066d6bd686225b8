package org.jvmcluster.supervisor.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class TrustedPeersTest {
  private final TrustedPeers peers = new TrustedPeers(1000);

  @Test
  void areTheOwnUserAndRoot() {
    assertThat(peers.include(1000)).isTrue();
    assertThat(peers.include(0)).isTrue();
    assertThat(peers.include(1001)).isFalse();
  }

  @Test
  void areNobodyTheKernelDoesNotVouchFor() {
    assertThat(peers.include(new EmbeddedChannel())).isFalse();
  }
}
