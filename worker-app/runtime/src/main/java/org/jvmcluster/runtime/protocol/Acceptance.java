package org.jvmcluster.runtime.protocol;

/** Which slots' sockets a worker accepts from. */
public enum Acceptance {
  /** Its own first, then any other slot's whose connection still waits: idle workers help out. */
  IDLE,
  /** Its own, and those of slots that have no ready worker: otherwise the kernel's hash decides. */
  OWN
}
