package org.jvmcluster.workload.work;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JpegTest {
  private static final byte[] ONE_MEGAPIXEL = Jpeg.make(1);

  @Test
  void shrinksAPhotographToTheWidthAskedForAndKeepsItsShape() throws Exception {
    Jpeg.Thumbnail thumbnail = Jpeg.shrink(ONE_MEGAPIXEL, 800);

    assertThat(thumbnail.sourceWidth()).isEqualTo(1155);
    assertThat(thumbnail.sourceHeight()).isEqualTo(866);
    assertThat(thumbnail.width()).isEqualTo(800);
    assertThat(thumbnail.height()).isEqualTo(600);
    // Blue grows from left to right, green from top to bottom: 200 of 255, the grain averaged out.
    assertThat(blue(thumbnail, 799, 300) - blue(thumbnail, 0, 300)).isCloseTo(200, within(20));
    assertThat(green(thumbnail, 400, 599) - green(thumbnail, 400, 0)).isCloseTo(200, within(20));
  }

  @Test
  void neverMakesAPictureLarger() throws Exception {
    Jpeg.Thumbnail thumbnail = Jpeg.shrink(ONE_MEGAPIXEL, 5000);

    assertThat(thumbnail.width()).isEqualTo(1155);
    assertThat(thumbnail.height()).isEqualTo(866);
  }

  @Test
  void refusesTooManyPixelsByTheHeaderAlone() {
    byte[] bomb = ONE_MEGAPIXEL.clone();
    int frame = indexOf(bomb, 0xC0);
    // Height and width stand behind length and precision.
    Arrays.fill(bomb, frame + 5, frame + 9, (byte) 0xFE);

    assertThatThrownBy(() -> Jpeg.shrink(bomb, 800))
        .isInstanceOf(WorkFailedException.class)
        .hasMessageContaining("65278 x 65278 pixels; give one of at most 24 megapixels");
  }

  @Test
  void refusesMoreScansThanAPhotographHas() {
    byte[] bomb = new byte[ONE_MEGAPIXEL.length + 130];
    System.arraycopy(ONE_MEGAPIXEL, 0, bomb, 0, ONE_MEGAPIXEL.length);
    for (int i = ONE_MEGAPIXEL.length; i < bomb.length; i += 2) {
      bomb[i] = (byte) 0xFF;
      bomb[i + 1] = (byte) 0xDA;
    }

    assertThatThrownBy(() -> Jpeg.shrink(bomb, 800)).hasMessageContaining("more than 64 scans");
  }

  @Test
  void saysOfWhatIsNoPictureThatItIsNone() {
    assertThatThrownBy(() -> Jpeg.shrink(new byte[0], 800)).isInstanceOf(WorkFailedException.class);
    assertThatThrownBy(() -> Jpeg.shrink("GIF89a...".getBytes(US_ASCII), 800))
        .isInstanceOf(WorkFailedException.class)
        .hasMessageContaining("no JPEG");
  }

  @Test
  void failsOnBrokenPicturesOnlyInTheOneWay() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      byte[] broken = Arrays.copyOf(ONE_MEGAPIXEL, 20_000);
      for (int j = 0; j < 10; j++) {
        broken[random.nextInt(700)] = (byte) random.nextInt();
      }
      try {
        Jpeg.shrink(broken, 8);
      } catch (WorkFailedException expected) {
        assertThat(expected).hasMessageContaining("JPEG");
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", picture " + i, e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 2", "5, 2", "7, 3", "3, 3", "1000, 1", "1155, 800"})
  void averagesSoThatTheMeanStays(int source, int result) {
    BufferedImage image = new BufferedImage(source, source, BufferedImage.TYPE_BYTE_GRAY);
    long sum = 0;
    for (int y = 0; y < source; y++) {
      for (int x = 0; x < source; x++) {
        int sample = (x * 37 + y * 91) % 200;
        image.getRaster().setSample(x, y, 0, sample);
        sum += sample;
      }
    }

    byte[] averaged = AreaAverage.of(image.getRaster(), result, result);

    double mean = 0;
    for (byte sample : averaged) {
      mean += (double) (sample & 0xFF) / averaged.length;
    }
    assertThat(mean).isCloseTo((double) sum / source / source, within(0.6));
  }

  @Test
  void sharesAPixelBetweenTheTwoThatItFallsOn() {
    Raster row = Raster.createBandedRaster(0, 3, 1, 1, null);
    ((java.awt.image.WritableRaster) row).setPixels(0, 0, 3, 1, new int[] {30, 90, 240});

    // Each of the two covers one pixel and a half: (30 + 45) / 1.5 and (45 + 240) / 1.5.
    assertThat(AreaAverage.of(row, 2, 1)).containsExactly((byte) 50, (byte) 190);
  }

  private static int indexOf(byte[] bytes, int marker) {
    for (int i = 0; i + 1 < bytes.length; i++) {
      if (bytes[i] == (byte) 0xFF && bytes[i + 1] == (byte) marker) {
        return i;
      }
    }
    throw new AssertionError("no marker " + marker);
  }

  private static int blue(Jpeg.Thumbnail thumbnail, int x, int y) {
    return thumbnail.samples()[(y * thumbnail.width() + x) * 3 + 2] & 0xFF;
  }

  private static int green(Jpeg.Thumbnail thumbnail, int x, int y) {
    return thumbnail.samples()[(y * thumbnail.width() + x) * 3 + 1] & 0xFF;
  }
}
