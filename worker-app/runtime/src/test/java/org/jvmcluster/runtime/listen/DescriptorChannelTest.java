package org.jvmcluster.runtime.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.time.Deadline;
import org.jvmcluster.runtime.time.NanoClock;

class DescriptorChannelTest {
  private static Deadline in(Duration wait) {
    return Deadline.after(wait, NanoClock.SYSTEM);
  }

  @Test
  void receivesDescriptorsInTheOrderInWhichTheyWereSent() throws Exception {
    try (FakeSupervisor first = new FakeSupervisor(1);
        FakeSupervisor second = new FakeSupervisor(1);
        DescriptorChannel channel = first.connect();
        DescriptorChannel other = second.connect()) {
      Socket listening = Socket.newSocketStream();
      first.latest().sendFd(listening.intValue());
      first.latest().sendFd(second.latest().intValue());

      Socket one = new Socket(channel.next(in(Duration.ofSeconds(60))));
      Socket two = new Socket(channel.next(in(Duration.ofSeconds(60))));

      assertThat(one.intValue()).isNotEqualTo(listening.intValue());
      // What is written to the second comes out at the other end of it.
      one.close();
      two.sendFd(listening.intValue());
      Socket three = new Socket(other.next(in(Duration.ofSeconds(60))));
      two.close();
      three.close();
      listening.close();
    }
  }

  @Test
  void saysSoWhenNoDescriptorComesWithinTheLimit() throws Exception {
    try (FakeSupervisor supervisor = new FakeSupervisor(1);
        DescriptorChannel channel = supervisor.connect()) {
      assertThatThrownBy(() -> channel.next(in(Duration.ofMillis(20))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("within the limit");
    }
  }

  @Test
  void saysSoWhenTheSupervisorHangsUp() throws Exception {
    try (FakeSupervisor supervisor = new FakeSupervisor(1);
        DescriptorChannel channel = supervisor.connect()) {
      supervisor.latest().close();

      assertThatThrownBy(() -> channel.next(in(Duration.ofSeconds(60))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("closed the descriptor channel");
    }
  }

  @Test
  void saysWhereItFoundNoSupervisor(@TempDir Path directory) {
    assertThatThrownBy(
            () ->
                DescriptorChannel.connect(
                    directory.resolve("none"), new LaunchId(1), in(Duration.ofMillis(20))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory.resolve("none").toString());
  }
}
