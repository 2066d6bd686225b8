package org.jvmcluster.supervisor.control;

/** A request of the admin API that is answered with an error status and a sentence. */
final class RequestRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String sentence;

  RequestRefused(int status, String sentence) {
    super(sentence);
    this.status = status;
    this.sentence = sentence;
  }

  /** The HTTP status. */
  int status() {
    return status;
  }

  /** What is wrong with the request, and what would be right. */
  String sentence() {
    return sentence;
  }
}
