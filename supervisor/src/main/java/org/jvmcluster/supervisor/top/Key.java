package org.jvmcluster.supervisor.top;

/** What a key means. */
enum Key {
  QUIT,
  /** Control and C, which arrives as a character while the terminal is raw. */
  INTERRUPT,
  UP,
  DOWN,
  OPEN,
  BACK,
  SORT_NEXT,
  SORT_PREVIOUS,
  WINDOW,
  OTHER
}
