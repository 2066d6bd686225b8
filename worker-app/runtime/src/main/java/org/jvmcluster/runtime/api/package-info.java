/**
 * What an application may use of the runtime: who it is, and hooks for readiness, warm-up and
 * drain. Without a supervisor everything here does nothing, so the same jar runs alone. Uses the
 * JDK only.
 */
@NullMarked
package org.jvmcluster.runtime.api;

import org.jspecify.annotations.NullMarked;
