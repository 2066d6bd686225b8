package org.jvmcluster.supervisor.compare.figures;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jvmcluster.supervisor.compare.result.ArmKind;
import org.jvmcluster.supervisor.compare.result.ArmRecord;
import org.jvmcluster.supervisor.compare.result.Run;

/**
 * The other arms over Node's cluster, within the rounds of both.
 *
 * @param node name of its arm
 * @param rows the others in the order of the comparison
 */
public record AgainstNode(String node, List<Row> rows) {
  public AgainstNode {
    requireNonNull(node, "node");
    rows = List.copyOf(rows);
  }

  /**
   * One arm over Node: of throughput more than 1 is better, of the rest less. The percentiles of
   * each round are compared, which are noisier than those of all runs added.
   */
  public record Row(
      String arm,
      Optional<Measured> throughput,
      Optional<Measured> total,
      Optional<Measured> p50,
      Optional<Measured> p99) {
    public Row {
      requireNonNull(arm, "arm");
      requireNonNull(throughput, "throughput");
      requireNonNull(total, "total");
      requireNonNull(p50, "p50");
      requireNonNull(p99, "p99");
    }
  }

  /** Empty without an arm of Node. */
  static Optional<AgainstNode> of(List<ArmRecord> arms) {
    return arms.stream()
        .filter(it -> it.arm().kind() == ArmKind.NODE)
        .findFirst()
        .map(
            node ->
                new AgainstNode(
                    node.arm().name(),
                    arms.stream()
                        .filter(it -> it.arm().kind() != ArmKind.NODE)
                        .map(it -> row(it, node))
                        .toList()));
  }

  private static Row row(ArmRecord arm, ArmRecord node) {
    return new Row(
        arm.arm().name(),
        ratio(arm, node, ArmReckoning::throughputs),
        ratio(arm, node, ArmReckoning::totals),
        ratio(arm, node, runs -> ArmReckoning.percentiles(runs, 50)),
        ratio(arm, node, runs -> ArmReckoning.percentiles(runs, 99)));
  }

  private static Optional<Measured> ratio(
      ArmRecord arm, ArmRecord node, Function<List<Run>, Series> figure) {
    return figure.apply(arm.runs()).over(figure.apply(node.runs()));
  }
}
