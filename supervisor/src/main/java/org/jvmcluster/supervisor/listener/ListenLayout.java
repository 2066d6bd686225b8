package org.jvmcluster.supervisor.listener;

/** How many listening sockets a port has. */
public enum ListenLayout {
  /** One a slot; the kernel spreads connections over them by a hash. */
  REUSEPORT,
  /** One for all slots; whoever accepts first has the connection. */
  SHARED
}
