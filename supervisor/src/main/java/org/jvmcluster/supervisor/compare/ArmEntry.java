package org.jvmcluster.supervisor.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.config.DurationText;
import org.jvmcluster.supervisor.config.NearestName;
import org.jvmcluster.supervisor.load.LoadTarget;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** One arm of a file of arms. */
final class ArmEntry {
  private static final String NAME = "name";
  private static final String URL = "url";
  private static final String COMMAND = "command";
  private static final String READY = "ready";
  private static final String START_TIMEOUT = "start-timeout";
  private static final String WORKERS = "workers";
  private static final String ENVIRONMENT = "environment";
  private static final Set<String> KEYS =
      Set.of(NAME, URL, COMMAND, READY, START_TIMEOUT, WORKERS, ENVIRONMENT);

  /** These say how a command is started. */
  private static final Set<String> OF_COMMANDS = Set.of(READY, START_TIMEOUT, WORKERS, ENVIRONMENT);

  private static final Duration DEFAULT_START = Duration.ofSeconds(30);
  private static final int MOST_WORKERS = 1024;
  private static final int LONGEST_NAME = 40;

  private final MappingNode mapping;
  private final Problems problems;
  private final Map<String, Node> values = new HashMap<>();
  private boolean sound = true;

  ArmEntry(MappingNode mapping, Problems problems) {
    this.mapping = mapping;
    this.problems = problems;
  }

  /** Hears what is wrong. */
  @FunctionalInterface
  interface Problems {
    void add(Node where, String message);
  }

  /** The arm; null if anything is wrong with it, which the listener has heard. */
  @Nullable ArmSpec read() {
    mapping.getValue().forEach(this::take);
    String name = name();
    boolean hasUrl = values.containsKey(URL);
    if (hasUrl == values.containsKey(COMMAND)) {
      wrong(
          mapping,
          hasUrl
              ? "url and command exclude each other; remove one"
              : "url: or command: is missing; say where it runs, or what starts it");
    }
    if (hasUrl) {
      OF_COMMANDS.stream()
          .filter(values::containsKey)
          .forEach(key -> wrong(value(key), key + ": is for a command; remove it"));
      LoadTarget target = url();
      return sound && target != null ? new ArmSpec.Running(name, target) : null;
    }
    ArmSpec.Command command =
        new ArmSpec.Command(name, command(), ready(), startTimeout(), workers(), environment());
    return sound ? command : null;
  }

  private void take(NodeTuple tuple) {
    Node keyNode = tuple.getKeyNode();
    String key = keyNode instanceof ScalarNode scalar ? scalar.getValue() : "";
    if (!KEYS.contains(key)) {
      String meant =
          NearestName.of(key, KEYS)
              .map(near -> "; did you mean " + near + "?")
              .orElse("; there are " + String.join(", ", KEYS.stream().sorted().toList()));
      wrong(keyNode, key + ": unknown key" + meant);
    } else if (values.putIfAbsent(key, tuple.getValueNode()) != null) {
      wrong(keyNode, key + ": given twice; remove one");
    }
  }

  private Node value(String key) {
    return values.getOrDefault(key, mapping);
  }

  private void wrong(Node where, String message) {
    sound = false;
    problems.add(where, message);
  }

  private Optional<String> word(String key) {
    Node node = values.get(key);
    if (node == null) {
      return Optional.empty();
    }
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return Optional.of(scalar.getValue());
    }
    wrong(node, key + ": expected one value on the line");
    return Optional.empty();
  }

  private String name() {
    if (!values.containsKey(NAME)) {
      wrong(mapping, "name: is missing; give the arm a name for the report");
    }
    String name = word(NAME).orElse("");
    if (name.length() > LONGEST_NAME) {
      wrong(value(NAME), "name: '" + name + "' is longer than " + LONGEST_NAME + " letters");
    }
    return name;
  }

  private @Nullable LoadTarget url() {
    Optional<String> url = word(URL);
    if (url.isEmpty()) {
      return null;
    }
    try {
      LoadTarget target = LoadTarget.of(url.get());
      if (!target.path().equals("/")) {
        wrong(value(URL), "url: gives host and port only; leave '" + target.path() + "' out");
      }
      return target;
    } catch (IllegalArgumentException e) {
      wrong(value(URL), "url: " + e.getMessage());
      return null;
    }
  }

  private List<String> command() {
    Node node = values.get(COMMAND);
    if (node == null) {
      return List.of();
    }
    List<String> words = new ArrayList<>();
    if (node instanceof SequenceNode list) {
      for (Node element : list.getValue()) {
        if (element instanceof ScalarNode scalar) {
          words.add(scalar.getValue());
        }
      }
    }
    boolean whole = node instanceof SequenceNode list && list.getValue().size() == words.size();
    if (!whole || words.isEmpty() || words.get(0).isBlank()) {
      wrong(
          node,
          "command: expected a list of words, such as [node, server.js, --port, '{port}']; there is"
              + " no shell");
    }
    return words;
  }

  private Optional<String> ready() {
    Optional<String> ready = word(READY);
    if (ready.isPresent() && !ready.get().startsWith("/")) {
      wrong(value(READY), "ready: expected a path from the slash on, such as /health");
    }
    return ready;
  }

  private Duration startTimeout() {
    Optional<String> text = word(START_TIMEOUT);
    if (text.isEmpty()) {
      return DEFAULT_START;
    }
    try {
      Duration timeout = DurationText.of(text.get());
      if (timeout.isZero()) {
        wrong(value(START_TIMEOUT), START_TIMEOUT + ": is more than zero, such as 30s");
      }
      return timeout;
    } catch (IllegalArgumentException e) {
      wrong(value(START_TIMEOUT), START_TIMEOUT + ": " + e.getMessage());
      return DEFAULT_START;
    }
  }

  private OptionalInt workers() {
    Optional<String> text = word(WORKERS);
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    int workers = text.get().matches("\\d{1,4}") ? Integer.parseInt(text.get()) : 0;
    if (workers < 1 || workers > MOST_WORKERS) {
      wrong(value(WORKERS), "workers: expected a whole number in 1.." + MOST_WORKERS);
    }
    return OptionalInt.of(workers);
  }

  private Map<String, String> environment() {
    Node node = values.get(ENVIRONMENT);
    Map<String, String> variables = new LinkedHashMap<>();
    if (node == null) {
      return variables;
    }
    if (node instanceof MappingNode entries) {
      for (NodeTuple tuple : entries.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode variable
            && tuple.getValueNode() instanceof ScalarNode value
            && variable.getValue().matches("[A-Za-z_][A-Za-z0-9_]*")) {
          variables.put(variable.getValue(), value.getValue());
        } else {
          wrong(tuple.getKeyNode(), "environment: expected NAME: value");
        }
      }
    } else {
      wrong(node, "environment: expected lines of the form NAME: value below it");
    }
    return variables;
  }
}
