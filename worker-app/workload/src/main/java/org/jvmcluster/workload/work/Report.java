package org.jvmcluster.workload.work;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A report over many records, as JSON: work that nobody takes for heavy until there are many. The
 * records are values, so threads share them without a copy.
 */
public final class Report {
  private static final JsonFactory JSON = new JsonFactory();

  private static final List<String> PRODUCTS =
      List.of("apple", "banana", "cherry", "damson", "elderberry", "fig", "gooseberry");

  private Report() {}

  /** One record of the report. */
  public record Row(
      long id, int customer, String product, int quantity, long priceCents, boolean paid) {}

  /** Makes that many records; the same ones every time. */
  public static List<Row> rows(int count) {
    List<Row> rows = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      rows.add(
          new Row(
              1_000_000L + i,
              i * 7919 % 10_007,
              PRODUCTS.get(i % PRODUCTS.size()),
              1 + i % 12,
              99 + i * 31L % 100_000,
              i % 3 != 0));
    }
    return List.copyOf(rows);
  }

  /**
   * Encodes the records.
   *
   * @return the length of the text in bytes
   */
  public static long encode(List<Row> rows) {
    ByteCounter sink = new ByteCounter();
    write(rows, sink);
    return sink.bytes();
  }

  /** The records as bytes, for a hand-over that copies. */
  public static byte[] pack(List<Row> rows) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(rows, bytes);
    return bytes.toByteArray();
  }

  /** The records that {@link #pack} made into bytes. */
  public static List<Row> unpack(byte[] bytes) {
    List<Row> rows = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(new ByteArrayInputStream(bytes))) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        rows.add(row(parser));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("these are not packed records", e);
    }
    return rows;
  }

  private static Row row(JsonParser parser) throws IOException {
    parser.nextFieldName();
    long id = parser.nextLongValue(0);
    parser.nextFieldName();
    int customer = parser.nextIntValue(0);
    parser.nextFieldName();
    String product = parser.nextTextValue();
    parser.nextFieldName();
    int quantity = parser.nextIntValue(0);
    parser.nextFieldName();
    long priceCents = parser.nextLongValue(0);
    parser.nextFieldName();
    boolean paid = Boolean.TRUE.equals(parser.nextBooleanValue());
    parser.nextToken();
    return new Row(id, customer, product, quantity, priceCents, paid);
  }

  private static void write(List<Row> rows, OutputStream out) {
    try (JsonGenerator generator = JSON.createGenerator(out)) {
      generator.writeStartArray();
      for (Row row : rows) {
        generator.writeStartObject();
        generator.writeNumberField("id", row.id());
        generator.writeNumberField("customer", row.customer());
        generator.writeStringField("product", row.product());
        generator.writeNumberField("quantity", row.quantity());
        generator.writeNumberField("priceCents", row.priceCents());
        generator.writeBooleanField("paid", row.paid());
        generator.writeEndObject();
      }
      generator.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException("a sink in memory does not fail", e);
    }
  }
}
