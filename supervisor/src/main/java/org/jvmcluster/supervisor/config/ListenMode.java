package org.jvmcluster.supervisor.config;

/** How many listening sockets the workers share. */
public enum ListenMode {
  /** One SO_REUSEPORT socket a slot: the kernel spreads connections over them. */
  REUSEPORT,
  /** One socket for all. */
  SHARED
}
