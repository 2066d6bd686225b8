package org.jvmcluster.supervisor.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A YAML file of one level: keys, and values that are a word or a list of words. Read down to the
 * node tree only: no object is ever constructed from a file, and every word keeps its line.
 */
final class ConfigFile {
  /** A hundred times the commented file with every key; more is a mistaken path. */
  private static final int MOST_BYTES = 1 << 20;

  /** The tags of plain words. A file that names another wants an object made. */
  private static final Set<Tag> WORDS =
      Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.TIMESTAMP, Tag.NULL);

  private final Path path;
  private final Origin.Kind kind;
  private final List<ConfigProblem> problems;

  private ConfigFile(Path path, Origin.Kind kind, List<ConfigProblem> problems) {
    this.path = path;
    this.kind = kind;
    this.problems = problems;
  }

  /**
   * One key of a file.
   *
   * @param words as written
   */
  record Entry(String key, List<String> words, Origin origin) {}

  /**
   * Reads a file. Keys are not compared with the table here.
   *
   * @param problems gets whatever is wrong with the file itself
   * @return what could be read, in the order of the file
   */
  static List<Entry> read(Path path, Origin.Kind kind, List<ConfigProblem> problems) {
    return new ConfigFile(path, kind, problems).read();
  }

  private List<Entry> read() {
    try {
      Node root = yaml().compose(new StringReader(text()));
      return root == null ? List.of() : entries(root);
    } catch (MarkedYAMLException e) {
      problem(
          e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1,
          "this is no YAML: " + e.getProblem());
    } catch (YAMLException e) {
      problem(1, "this is no YAML: " + e.getMessage());
    } catch (CharacterCodingException e) {
      problem(1, "this is not UTF-8 text");
    } catch (IOException e) {
      problem(1, "cannot read the file: " + e);
    }
    return List.of();
  }

  private String text() throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("larger than " + MOST_BYTES + " bytes, this is no configuration");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
  }

  private static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MOST_BYTES);
    options.setMaxAliasesForCollections(0);
    options.setNestingDepthLimit(3);
    return new Yaml(options);
  }

  private List<Entry> entries(Node root) {
    if (!(root instanceof MappingNode mapping)) {
      problem(line(root), "expected lines of the form 'key: value'");
      return List.of();
    }
    List<Entry> entries = new ArrayList<>();
    Map<String, Integer> firstLines = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      int line = line(tuple.getKeyNode());
      String key = word(tuple.getKeyNode());
      if (key == null) {
        problem(line, "expected a key, a plain word");
        continue;
      }
      Integer first = firstLines.putIfAbsent(key, line);
      if (first != null) {
        problem(line, key + ": given twice, first in line " + first + "; remove one");
        continue;
      }
      List<String> words = words(tuple.getValueNode());
      if (words == null) {
        problem(line, key + ": expected a value" + ", or a list of values under '- '");
        continue;
      }
      entries.add(new Entry(key, words, Origin.file(kind, path, line)));
    }
    return List.copyOf(entries);
  }

  private @Nullable List<String> words(Node value) {
    if (value instanceof SequenceNode sequence) {
      List<String> words = new ArrayList<>();
      for (Node element : sequence.getValue()) {
        String word = word(element);
        if (word == null) {
          return null;
        }
        words.add(word);
      }
      return words;
    }
    String word = word(value);
    return word == null ? null : List.of(word);
  }

  /**
   * The word as it is written, so that {@code on}, {@code 010} and {@code 1_000} stay what they
   * are.
   */
  private static @Nullable String word(Node node) {
    boolean isWord = node instanceof ScalarNode && WORDS.contains(node.getTag());
    if (!isWord) {
      return null;
    }
    String word = ((ScalarNode) node).getValue();
    return word.isEmpty() && node.getTag().equals(Tag.NULL) ? null : word;
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  private void problem(int line, String message) {
    problems.add(new ConfigProblem(Origin.file(kind, path, line), message));
  }
}
