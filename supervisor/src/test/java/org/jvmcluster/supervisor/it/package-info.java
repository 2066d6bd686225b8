/**
 * The promises of the whole program, each proven once with real processes: the packaged supervisor,
 * its workers, clients on loopback. Every test starts its own on a port of the system's choice and
 * ends all of it. Nothing is faked, and no time is asserted: conditions are awaited.
 */
@NullMarked
package org.jvmcluster.supervisor.it;

import org.jspecify.annotations.NullMarked;
