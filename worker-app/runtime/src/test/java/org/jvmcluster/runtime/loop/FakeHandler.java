package org.jvmcluster.runtime.loop;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.ToIntFunction;

/** Polls as the test says. */
final class FakeHandler implements IoHandler {
  final Queue<ToIntFunction<IoHandlerContext>> polls = new ArrayDeque<>();

  static IoHandlerFactory factory() {
    return executor -> new FakeHandler();
  }

  @Override
  public int run(IoHandlerContext context) {
    return polls.remove().applyAsInt(context);
  }

  @Override
  public IoRegistration register(IoHandle handle) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void wakeup() {}

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return true;
  }
}
