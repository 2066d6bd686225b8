package org.jvmcluster.runtime.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import java.util.concurrent.TimeUnit;

/**
 * How long the bytes of a request lay in the kernel before the loop came to read them: the part of
 * the latency that no clock in the process can see.
 *
 * <p>It is the kernel's {@code tcpi_last_data_recv}, the time since the last segment with data came
 * in, whether or not the connection was accepted by then. Its resolution is one kernel tick, 4 ms
 * at 250 Hz, and of a request in several segments it tells the age of the last. One system call,
 * 1.4 to 2.8 us, so it is read where a wait is possible and not for every request.
 *
 * <p>For one event loop, which is the only one to call it.
 */
public final class ArrivalAge {
  /** One kernel tick at 100 Hz, the coarsest clock that Linux is built with. */
  public static final long RESOLUTION_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final EpollTcpInfo tcpInfo = new EpollTcpInfo();

  /** Nanoseconds since the last bytes came in; 0 when the connection cannot tell or is gone. */
  public long nanos(Channel channel) {
    if (!(channel instanceof EpollSocketChannel socket)) {
      return 0;
    }
    try {
      return TimeUnit.MILLISECONDS.toNanos(socket.tcpInfo(tcpInfo).lastDataRecv());
    } catch (ChannelException goneMeanwhile) {
      return 0;
    }
  }
}
