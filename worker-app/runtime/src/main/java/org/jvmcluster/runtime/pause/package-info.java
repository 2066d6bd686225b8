/**
 * What stops a worker from outside its code: garbage collections, the container's CPU quota, other
 * virtual machines, and whoever stops the process. Each is a source of readings of its own, so that
 * a late event loop is not blamed on the application. Uses {@code protocol}, {@code time} and the
 * JDK; each class states its thread.
 */
@NullMarked
package org.jvmcluster.runtime.pause;

import org.jspecify.annotations.NullMarked;
