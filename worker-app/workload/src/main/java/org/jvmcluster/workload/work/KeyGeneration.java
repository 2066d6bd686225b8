package org.jvmcluster.workload.work;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;

/**
 * Finding an RSA key pair. The time varies widely from one to the next: two large primes are found
 * by trying.
 */
public final class KeyGeneration {
  private KeyGeneration() {}

  /**
   * Makes a key pair.
   *
   * @param bits the length of the modulus, at least 512
   */
  public static RSAPublicKey rsa(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return (RSAPublicKey) generator.generateKeyPair().getPublic();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no RSA", e);
    }
  }
}
