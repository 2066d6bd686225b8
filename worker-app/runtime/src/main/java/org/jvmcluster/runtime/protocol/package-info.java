/**
 * Everything that travels between the supervisor and a worker: who a worker is, what each side says
 * to the other, and how it is framed. Uses the JDK and HdrHistogram only, because it is part of the
 * jar that is injected into other people's applications. All types are immutable values; the codec
 * is stateless. Safe for any thread.
 */
@NullMarked
package org.jvmcluster.runtime.protocol;

import org.jspecify.annotations.NullMarked;
