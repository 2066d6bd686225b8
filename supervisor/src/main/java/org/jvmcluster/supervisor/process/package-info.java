/**
 * Worker processes at the operating system: the launch record of a generation, the command line of
 * a JVM, starting it from one permanent thread, pumping its output, signals, the watch for its
 * exit, and what {@code /proc} says of it. Uses {@code fleet} and {@code runtime.protocol} for
 * their values; decides nothing.
 */
@NullMarked
package org.jvmcluster.supervisor.process;

import org.jspecify.annotations.NullMarked;
