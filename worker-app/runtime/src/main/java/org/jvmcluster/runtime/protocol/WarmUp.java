package org.jvmcluster.runtime.protocol;

/** When a new worker warms itself up with requests of its own. */
public enum WarmUp {
  /** Before it takes the sockets: an older worker serves the slot meanwhile. */
  BEFORE_READY,
  /** Behind the gate once it is ready: nobody else serves the slot, so it must not wait. */
  AFTER_READY
}
