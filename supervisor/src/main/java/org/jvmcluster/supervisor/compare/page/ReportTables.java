package org.jvmcluster.supervisor.compare.page;

import java.util.List;
import java.util.stream.Stream;
import org.jvmcluster.supervisor.compare.figures.ArmFigures;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;

/** The tables in the order of the text reports; empty ones are left out. */
final class ReportTables {
  private ReportTables() {}

  static List<Table> brief(ComparisonFigures figures) {
    List<ArmFigures> arms = figures.arms();
    return filled(
        Stream.of(
            ArmTables.ranking(figures.decision()),
            ArmTables.speed(arms),
            ArmTables.latency(arms),
            ArmTables.paths(arms),
            ArmTables.againstNode(figures.againstNode()),
            ArmTables.cost(arms),
            ArmTables.isolation(arms),
            ArmTables.disturbances(arms),
            RunTables.sweep(figures.sweep())));
  }

  static List<Table> details(ComparisonFigures figures) {
    return filled(Stream.of(ArmTables.workers(figures.arms()), RunTables.runs(figures.arms())));
  }

  private static List<Table> filled(Stream<Table> tables) {
    return tables.filter(table -> !table.isEmpty()).toList();
  }
}
