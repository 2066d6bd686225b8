/**
 * The configuration: every key with default, unit and effect; read from options, environment and
 * files with one rule of precedence, and each value with its origin. Uses the JDK, SnakeYAML and
 * Vert.x JSON, and of {@code fleet} and {@code runtime.protocol} only the values that settings are
 * made of. Everything is immutable; reading happens on the caller's thread.
 */
@NullMarked
package org.jvmcluster.supervisor.config;

import org.jspecify.annotations.NullMarked;
