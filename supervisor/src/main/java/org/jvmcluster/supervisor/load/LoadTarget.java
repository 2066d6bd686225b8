package org.jvmcluster.supervisor.load;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * Where requests go.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param port 1 to 65535
 * @param hostHeader as the URL has it
 * @param path with the query, as it is sent
 */
public record LoadTarget(String host, int port, String hostHeader, String path) {
  private static final int HTTP_PORT = 80;
  private static final int HIGHEST_PORT = 65_535;

  public LoadTarget {
    requireNonNull(host, "host");
    requireNonNull(hostHeader, "hostHeader");
    requireNonNull(path, "path");
    if (port < 1 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("a port lies in 1.." + HIGHEST_PORT + ", not " + port);
    }
  }

  /**
   * Takes a URL apart.
   *
   * @param url {@code http://HOST[:PORT][/PATH][?QUERY]}
   * @throws IllegalArgumentException if it is anything else; the message says what to write
   */
  public static LoadTarget of(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("'" + url + "' is no URL: " + e.getMessage(), e);
    }
    if ("https".equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException(
          "'" + url + "': https is not built in; give the http address behind it");
    }
    if (!"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "'" + url + "' is no http URL: write http://HOST:PORT/PATH");
    }
    if (uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException("'" + url + "': user and password are not built in");
    }
    String host = uri.getHost();
    boolean bracketed = host.startsWith("[");
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return new LoadTarget(
        bracketed ? host.substring(1, host.length() - 1) : host,
        uri.getPort() < 0 ? HTTP_PORT : uri.getPort(),
        uri.getRawAuthority(),
        uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
  }
}
