/**
 * The configuration: every key with default, unit and effect; read from options, environment and
 * files with one rule of precedence, and each value with its origin. Uses the JDK and SnakeYAML.
 */
@NullMarked
package org.jvmcluster.supervisor.config;

import org.jspecify.annotations.NullMarked;
