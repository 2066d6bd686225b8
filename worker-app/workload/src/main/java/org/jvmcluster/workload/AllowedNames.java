package org.jvmcluster.workload;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Host names that strangers may make this service look up or call.
 *
 * @param patterns names, or {@code *.} and a suffix for all names below it, in lower case
 */
record AllowedNames(List<String> patterns) {
  /** Letters, digits and hyphens in labels of up to 63 (RFC 1123), underscores as in services. */
  private static final Pattern NAME =
      Pattern.compile(
          "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*");

  private static final int MAX_NAME_LENGTH = 253;

  AllowedNames {
    patterns = List.copyOf(patterns);
  }

  /**
   * Reads a list.
   *
   * @param setting where the list comes from
   * @param list separated by commas; may be empty
   * @throws IllegalArgumentException naming the setting and the entry that is none
   */
  static AllowedNames of(String setting, String list) {
    List<String> patterns =
        Arrays.stream(list.split(","))
            .map(entry -> normal(entry.strip()))
            .filter(entry -> !entry.isEmpty())
            .toList();
    for (String pattern : patterns) {
      if (!isName(pattern.startsWith("*.") ? pattern.substring(2) : pattern)) {
        throw new IllegalArgumentException(
            setting
                + " is a list of host names separated by commas, each may begin with *. for all"
                + " below it; '"
                + pattern
                + "' is none");
      }
    }
    return new AllowedNames(patterns);
  }

  /** Whether the name is one and may be used; upper case and a dot at the end do not matter. */
  boolean allows(String host) {
    String name = normal(host);
    return isName(name)
        && patterns.stream()
            .anyMatch(
                pattern ->
                    pattern.startsWith("*.")
                        ? name.endsWith(pattern.substring(1))
                        : name.equals(pattern));
  }

  private static boolean isName(String text) {
    return text.length() <= MAX_NAME_LENGTH && NAME.matcher(text).matches();
  }

  private static String normal(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }
}
