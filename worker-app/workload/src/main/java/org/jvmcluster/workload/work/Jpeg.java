package org.jvmcluster.workload.work;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import javax.imageio.IIOException;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jvmcluster.workload.work.WorkFailedException.Fault;

/** Photographs: making one up, and making a small one of it. */
public final class Jpeg {
  /** The most megapixels that are decoded: three bytes each, so 72 MB of heap. */
  public static final int MAX_MEGAPIXELS = 24;

  private static final int PIXELS_PER_MEGAPIXEL = 1_000_000;

  /** Photographs have 1 to 10. A few bytes each, they can ask for a pass over the whole picture. */
  private static final int MAX_SCANS = 64;

  private Jpeg() {}

  /**
   * A small picture.
   *
   * @param sourceWidth in pixels, as are the others
   * @param samples row by row, the bands of a pixel side by side
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on once, never compared.
  public record Thumbnail(
      int sourceWidth, int sourceHeight, int width, int height, byte[] samples) {}

  /**
   * Makes a picture up, 4 to 3, with slopes and grain, so that it is as hard to decode as a photo.
   *
   * @param megapixels 1 to {@link #MAX_MEGAPIXELS}
   */
  public static byte[] make(int megapixels) {
    int width = (int) Math.round(Math.sqrt(megapixels * (double) PIXELS_PER_MEGAPIXEL * 4 / 3));
    int height = width * 3 / 4;
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
    byte[] samples = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    long state = 0x9E3779B97F4A7C15L;
    int at = 0;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        int grain = (int) (state & 31);
        samples[at++] = (byte) (x * 200L / width + grain);
        samples[at++] = (byte) (y * 200L / height + grain);
        samples[at++] = (byte) ((x + y) * 200L / (width + height) + grain);
      }
    }
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // In memory: the default leaves a temporary file to a process that is killed.
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(image);
    } catch (IOException e) {
      throw new UncheckedIOException("a sink in memory does not fail", e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  /**
   * Decodes a picture and averages it down to that width; a narrower one keeps its size.
   *
   * @throws WorkFailedException when it is no JPEG, a broken one, or has more pixels than {@link
   *     #MAX_MEGAPIXELS}; found in its header, before memory is taken for them
   */
  public static Thumbnail shrink(byte[] jpeg, int width) throws WorkFailedException {
    refuseManyScans(jpeg);
    return read(
        jpeg,
        raster -> {
          int newWidth = Math.min(width, raster.getWidth());
          int newHeight =
              Math.max(1, Math.round((float) raster.getHeight() * newWidth / raster.getWidth()));
          return new Thumbnail(
              raster.getWidth(),
              raster.getHeight(),
              newWidth,
              newHeight,
              AreaAverage.of(raster, newWidth, newHeight));
        });
  }

  private static <T> T read(byte[] jpeg, Function<Raster, T> use) throws WorkFailedException {
    // By name, not by content: other formats have other ways to be large.
    ImageReader reader = ImageIO.getImageReadersByFormatName("jpeg").next();
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(jpeg))) {
      reader.setInput(in, true, true);
      long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
      if (pixels > (long) MAX_MEGAPIXELS * PIXELS_PER_MEGAPIXEL) {
        throw new WorkFailedException(
            Fault.CONTENT,
            "the picture has "
                + reader.getWidth(0)
                + " x "
                + reader.getHeight(0)
                + " pixels; give one of at most "
                + MAX_MEGAPIXELS
                + " megapixels");
      }
      return use.apply(reader.read(0).getRaster());
    } catch (IIOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      // The reader lets some broken tables out as unchecked exceptions.
      throw new WorkFailedException(
          Fault.CONTENT, "this is no JPEG that can be decoded: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new WorkFailedException(Fault.CONTENT, "the JPEG ends too early", e);
    } finally {
      reader.dispose();
    }
  }

  /** In compressed data an 0xFF is followed by 0x00 or a restart marker, so a scan is found so. */
  private static void refuseManyScans(byte[] jpeg) throws WorkFailedException {
    int scans = 0;
    for (int i = 0; i + 1 < jpeg.length; i++) {
      if (jpeg[i] == (byte) 0xFF && jpeg[i + 1] == (byte) 0xDA && ++scans > MAX_SCANS) {
        throw new WorkFailedException(
            Fault.CONTENT, "the JPEG has more than " + MAX_SCANS + " scans; save it anew");
      }
    }
  }
}
