/**
 * The listening sockets: probing the port, creating one socket a slot (or one for all), holding
 * them for the supervisor's life, and passing their descriptors to workers over a unix socket. Uses
 * {@code runtime.protocol}, {@code runtime.time} and Netty's native transport.
 */
@NullMarked
package org.jvmcluster.supervisor.listener;

import org.jspecify.annotations.NullMarked;
