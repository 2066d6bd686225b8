package org.jvmcluster.supervisor.compare;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.config.ConfigException;
import org.jvmcluster.supervisor.config.ConfigProblem;
import org.jvmcluster.supervisor.config.Origin;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Arms described in a YAML file: a list of mappings, see {@code docs/comparison.md}. Read down to
 * the node tree only: no object is ever constructed from a file, and every word keeps its line.
 */
public final class ArmsFile {
  private static final int MOST_BYTES = 1 << 20;

  /** A list of mappings with a list or a mapping in them. */
  private static final int DEEPEST = 5;

  private final Path path;
  private final List<ConfigProblem> problems = new ArrayList<>();

  private ArmsFile(Path path) {
    this.path = path;
  }

  /**
   * Reads a file.
   *
   * @return at least one, in the order of the file
   * @throws ConfigException when anything is wrong with it; every problem names file, line and key,
   *     and what to write instead
   */
  public static List<ArmSpec> read(Path path) throws ConfigException {
    ArmsFile file = new ArmsFile(path);
    List<ArmSpec> arms = file.read();
    if (!file.problems.isEmpty()) {
      throw new ConfigException(file.problems);
    }
    return arms;
  }

  private List<ArmSpec> read() {
    try {
      Node root = yaml().compose(new StringReader(text()));
      if (root instanceof SequenceNode list && !list.getValue().isEmpty()) {
        return arms(list);
      }
      problem(
          root,
          "expected a list of arms: lines '- name: NAME' with 'url: URL' or 'command: [WORD, ...]'"
              + " below");
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      problem(line, "this is no YAML: " + e.getProblem());
    } catch (YAMLException e) {
      problem(1, "this is no YAML: " + e.getMessage());
    } catch (CharacterCodingException e) {
      problem(1, "this is not UTF-8 text");
    } catch (NoSuchFileException e) {
      problem(1, "there is no such file");
    } catch (IOException e) {
      problem(1, "cannot read the file: " + e.getMessage());
    }
    return List.of();
  }

  private String text() throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("larger than " + MOST_BYTES + " bytes, this is no list of arms");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
  }

  private static Yaml yaml() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MOST_BYTES);
    options.setMaxAliasesForCollections(0);
    options.setNestingDepthLimit(DEEPEST);
    return new Yaml(options);
  }

  private List<ArmSpec> arms(SequenceNode list) {
    List<ArmSpec> arms = new ArrayList<>();
    Map<String, Integer> lines = new HashMap<>();
    for (Node node : list.getValue()) {
      if (!(node instanceof MappingNode mapping)) {
        problem(node, "expected an arm: '- name: NAME' and lines of the form 'key: value'");
        continue;
      }
      ArmSpec arm = new ArmEntry(mapping, this::problem).read();
      if (arm != null) {
        int line = line(node);
        Integer first = lines.putIfAbsent(arm.arm().name(), line);
        if (first != null) {
          problem(
              line, "name: '" + arm.arm().name() + "' is that of line " + first + "; rename one");
        }
        arms.add(arm);
      }
    }
    return List.copyOf(arms);
  }

  private void problem(@Nullable Node where, String message) {
    problem(where == null ? 1 : line(where), message);
  }

  private void problem(int line, String message) {
    problems.add(new ConfigProblem(new Origin(Origin.Kind.FILE, path + ":" + line), message));
  }

  static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }
}
