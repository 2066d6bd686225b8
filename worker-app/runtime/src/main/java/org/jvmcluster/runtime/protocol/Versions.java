package org.jvmcluster.runtime.protocol;

import static java.util.Objects.requireNonNull;

/**
 * What a worker runs on.
 *
 * @param java the JVM's version, such as {@code 17.0.15}
 * @param vertx the application's Vert.x
 * @param netty the application's Netty
 * @param transport {@code epoll} or {@code nio}
 */
public record Versions(String java, String vertx, String netty, String transport) {
  public Versions {
    requireNonNull(java, "java");
    requireNonNull(vertx, "vertx");
    requireNonNull(netty, "netty");
    requireNonNull(transport, "transport");
  }
}
