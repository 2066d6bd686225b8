package org.jvmcluster.workload.work;

import java.security.GeneralSecurityException;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * PBKDF2 with HMAC-SHA-512 (RFC 8018): slow on purpose, so that a stolen table of passwords is
 * worth little, and therefore at home on a pool.
 */
public final class PasswordHash {
  /** The output of SHA-512; a longer key would run all the iterations again for each 64 bytes. */
  private static final int BYTES = 64;

  private PasswordHash() {}

  /**
   * Hashes a password.
   *
   * @param iterations at least 1; the time is proportional to them
   * @return 64 bytes
   */
  public static byte[] of(char[] password, byte[] salt, int iterations) {
    PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, BYTES * Byte.SIZE);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no PBKDF2WithHmacSHA512", e);
    } finally {
      spec.clearPassword();
    }
  }
}
