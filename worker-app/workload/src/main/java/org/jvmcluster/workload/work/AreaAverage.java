package org.jvmcluster.workload.work;

import java.awt.image.Raster;
import java.util.Arrays;

/**
 * Makes a picture smaller by averaging: every pixel of the result is the mean of the area of the
 * source that it covers, and each pixel of the source counts by the share of it that lies inside.
 * Unlike the sampling of {@code Graphics2D.drawImage} it reads every pixel, as good image libraries
 * do, and costs accordingly.
 */
final class AreaAverage {
  private AreaAverage() {}

  /**
   * Averages a raster of samples of up to 8 bits.
   *
   * @param width at least 1, at most the width of the source
   * @param height at least 1, at most the height of the source
   * @return the samples, row by row, the bands of a pixel side by side
   */
  static byte[] of(Raster source, int width, int height) {
    int bands = source.getNumBands();
    Shares columns = Shares.of(source.getWidth(), width);
    Shares rows = Shares.of(source.getHeight(), height);
    byte[] result = new byte[width * height * bands];
    int[] samples = new int[source.getWidth() * bands];
    float[] line = new float[width * bands];
    float[] sums = new float[width * bands];
    float[] next = new float[width * bands];
    for (int y = 0; y < source.getHeight(); y++) {
      source.getPixels(source.getMinX(), source.getMinY() + y, source.getWidth(), 1, samples);
      average(samples, columns, bands, line);
      float share = rows.first()[y];
      for (int i = 0; i < line.length; i++) {
        sums[i] += line[i] * share;
        next[i] += line[i] * (1 - share);
      }
      int target = rows.target()[y];
      boolean last = y + 1 == source.getHeight() || rows.target()[y + 1] != target;
      if (last) {
        store(sums, columns.covered() * rows.covered(), result, target * sums.length);
        float[] done = sums;
        sums = next;
        next = done;
        Arrays.fill(next, 0);
      }
    }
    return result;
  }

  private static void average(int[] samples, Shares columns, int bands, float[] line) {
    Arrays.fill(line, 0);
    int[] target = columns.target();
    float[] first = columns.first();
    for (int x = 0; x < target.length; x++) {
      int at = target[x] * bands;
      float share = first[x];
      for (int band = 0; band < bands; band++) {
        float sample = samples[x * bands + band];
        line[at + band] += sample * share;
        if (share < 1) {
          line[at + bands + band] += sample * (1 - share);
        }
      }
    }
  }

  private static void store(float[] sums, float area, byte[] result, int offset) {
    for (int i = 0; i < sums.length; i++) {
      result[offset + i] = (byte) Math.min(255, Math.round(sums[i] / area));
    }
  }

  /**
   * How the pixels of one dimension are shared out. A pixel of the source is never larger than one
   * of the result, so it falls on one of them, or on two neighbours.
   *
   * @param target for each pixel of the source the first pixel of the result that it falls on
   * @param first the share of it that falls there, 0 to 1; the rest falls on the next
   * @param covered how many pixels of the source one of the result covers
   */
  @SuppressWarnings("ArrayRecordComponent") // Made once, never compared.
  private record Shares(int[] target, float[] first, float covered) {
    static Shares of(int source, int result) {
      double covered = (double) source / result;
      int[] target = new int[source];
      float[] first = new float[source];
      for (int i = 0; i < source; i++) {
        // In whole numbers: with fractions the last pixel could fall behind the end.
        int at = (int) ((long) i * result / source);
        target[i] = at;
        double end = (at + 1) * covered;
        first[i] = (float) Math.min(1, end - i);
        if (at + 1 == result) {
          first[i] = 1;
        }
      }
      return new Shares(target, first, (float) covered);
    }
  }
}
