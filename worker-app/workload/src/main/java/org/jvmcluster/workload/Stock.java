package org.jvmcluster.workload;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.workload.work.Report;
import org.jvmcluster.workload.work.ServedFile;

/**
 * What works read and nobody wants to make anew for every request: made at the first need, shared
 * by all instances of the service. Safe for any thread.
 */
final class Stock implements AutoCloseable {
  /** A photograph of 24 megapixels has some 8 MB. */
  private static final int MOST_PHOTOS = 4;

  private final Path directory;

  /** Guarded by this, as are the records. */
  private @Nullable ServedFile file;

  private List<Report.Row> rows = List.of();

  /** Guarded by itself; the one that nobody asked for longest leaves first. */
  private final Map<Integer, CompletableFuture<byte[]>> photos =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, CompletableFuture<byte[]>> eldest) {
          return size() > MOST_PHOTOS;
        }
      };

  /**
   * An empty stock.
   *
   * @param directory where there is room for the file to read from
   */
  Stock(Path directory) {
    this.directory = requireNonNull(directory, "directory");
  }

  /** The file to read from. The first caller makes it, and others wait for that. */
  synchronized ServedFile file() throws IOException {
    if (file == null) {
      file = ServedFile.create(directory);
    }
    return file;
  }

  /** That many records. Whoever needs more than anybody before makes them. */
  synchronized List<Report.Row> rows(int count) {
    if (rows.size() < count) {
      rows = Report.rows(count);
    }
    return rows.subList(0, count);
  }

  /**
   * A photograph of that size.
   *
   * @param maker makes one at the first need; what fails is forgotten, so that the next may try
   */
  CompletionStage<byte[]> photo(
      int megapixels, IntFunction<? extends CompletionStage<byte[]>> maker) {
    // Not under the lock of the others: event loops come by here, which wait for nobody's records.
    synchronized (photos) {
      CompletableFuture<byte[]> known = photos.get(megapixels);
      if (known != null && !known.isCompletedExceptionally()) {
        return known;
      }
      CompletableFuture<byte[]> made = maker.apply(megapixels).toCompletableFuture();
      photos.put(megapixels, made);
      return made;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
