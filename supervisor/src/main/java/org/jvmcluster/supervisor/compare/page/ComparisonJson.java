package org.jvmcluster.supervisor.compare.page;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.jvmcluster.supervisor.compare.figures.AgainstNode;
import org.jvmcluster.supervisor.compare.figures.ArmFigures;
import org.jvmcluster.supervisor.compare.figures.ComparisonFigures;
import org.jvmcluster.supervisor.compare.figures.Decision;
import org.jvmcluster.supervisor.compare.figures.IsolationFigures;
import org.jvmcluster.supervisor.compare.figures.LatencyFigures;
import org.jvmcluster.supervisor.compare.figures.Measured;
import org.jvmcluster.supervisor.compare.figures.PathFigures;
import org.jvmcluster.supervisor.compare.figures.PointFigures;
import org.jvmcluster.supervisor.compare.figures.SpeedUp;
import org.jvmcluster.supervisor.compare.figures.WorkerFigures;
import org.jvmcluster.supervisor.compare.result.Arm;
import org.jvmcluster.supervisor.compare.result.Comparison;
import org.jvmcluster.supervisor.compare.result.Disturbance;
import org.jvmcluster.supervisor.compare.result.Environment;
import org.jvmcluster.supervisor.compare.result.LoadDescription;
import org.jvmcluster.supervisor.compare.result.Memory;
import org.jvmcluster.supervisor.compare.result.Run;
import org.jvmcluster.supervisor.model.Estimate;
import org.jvmcluster.supervisor.model.ScalabilityLaw;

/**
 * A comparison for programs. What was not measured is null, never 0. An interval is an array of two
 * with 95 % confidence. Percentiles with too few samples are listed in {@code tooFewSamplesFor}.
 */
public final class ComparisonJson {
  private ComparisonJson() {}

  /** One object: environment, load, arms, sweep, recommendation. */
  public static JsonObject of(Comparison comparison, ComparisonFigures figures) {
    return new JsonObject()
        .put("environment", environment(comparison.environment()))
        .put("load", load(comparison.load()))
        .put(
            "arms",
            array(figures.arms().stream().map(arm -> arm(arm, comparison.environment())).toList()))
        .put("againstNode", figures.againstNode().map(ComparisonJson::againstNode).orElse(null))
        .put("sweep", sweep(figures))
        .put("advice", strings(figures.advice().sentences()))
        .put("warnings", strings(figures.advice().warnings()))
        .put("recommendation", recommendation(figures.decision()));
  }

  private static JsonObject environment(Environment environment) {
    return new JsonObject()
        .put("processor", environment.processor())
        .put("cores", environment.cores())
        .put("allowedCores", environment.allowedCores())
        .put("memoryBytes", environment.memoryBytes())
        .put("system", environment.system())
        .put("java", environment.java())
        .put("version", environment.version())
        .put("node", environment.node().orElse(null))
        .put("loadBefore", environment.loadBefore())
        .put("startedAt", environment.startedAt().toString())
        .put("command", strings(environment.command()));
  }

  private static JsonObject load(LoadDescription load) {
    JsonObject shares = new JsonObject();
    load.shares().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(it -> shares.put(it.getKey(), it.getValue()));
    return new JsonObject()
        .put("shares", shares)
        .put("requests", orNull(load.requests()))
        .put("rate", orNull(load.rate()))
        .put("concurrency", load.concurrency())
        .put("seconds", orNull(load.seconds()))
        .put("fresh", load.fresh())
        .put("rounds", load.rounds())
        .put("sweepPath", load.sweepPath().orElse(null));
  }

  private static JsonObject arm(ArmFigures figures, Environment environment) {
    Arm arm = figures.arm();
    Optional<Memory> memory = figures.record().memory();
    Optional<Measured> speedUp = figures.speedUp().map(SpeedUp::ratio);
    return new JsonObject()
        .put("name", arm.name())
        .put("mode", mode(arm))
        .put("listen", arm.listen().orElse(null))
        .put("workers", orNull(arm.workers()))
        .put("note", arm.note().orElse(null))
        .put("totalMs", value(figures.totalSeconds().map(it -> it.scaled(1000))))
        .put("totalMsInterval", interval(figures.totalSeconds().map(it -> it.scaled(1000))))
        .put("throughput", value(figures.throughput()))
        .put("throughputInterval", interval(figures.throughput()))
        .put("speedup", value(speedUp))
        .put("speedupInterval", interval(speedUp))
        .put("speedupAgainst", figures.speedUp().map(SpeedUp::against).orElse(null))
        .put(
            "ceiling",
            arm.workers().isPresent() ? environment.ceiling(arm.workers().getAsInt()) : null)
        .put("ofCeiling", value(figures.speedUp().flatMap(SpeedUp::ofCeiling)))
        .put("ofCeilingInterval", interval(figures.speedUp().flatMap(SpeedUp::ofCeiling)))
        .put("merged", percentiles(figures.latency()))
        .put("perWorker", array(figures.workers().stream().map(ComparisonJson::worker).toList()))
        .put("perPath", array(figures.paths().stream().map(ComparisonJson::path).toList()))
        .put(
            "lightPathP99Ms",
            figures
                .isolation()
                .flatMap(it -> it.beside().at(99))
                .map(ComparisonJson::millis)
                .orElse(null))
        .put("isolation", figures.isolation().map(ComparisonJson::isolation).orElse(null))
        .put("cpuSecondsPerRequest", rounded(figures.cpuSecondsPerRequest()))
        .put("pssBytes", memory.map(it -> orNull(it.pssBytes())).orElse(null))
        .put("rssBytes", memory.map(Memory::rssBytes).orElse(null))
        .put("parentPssBytes", memory.map(it -> orNull(it.parentPssBytes())).orElse(null))
        .put("processes", memory.map(Memory::processes).orElse(null))
        .put("startMs", figures.record().start().map(ComparisonJson::millis).orElse(null))
        .put("requests", figures.attempted())
        .put("failed", figures.failed())
        .put("killFailures", figures.record().kill().map(Disturbance::failed).orElse(null))
        .put("kill", figures.record().kill().map(ComparisonJson::disturbance).orElse(null))
        .put("restart", figures.record().restart().map(ComparisonJson::disturbance).orElse(null))
        .put("noisy", figures.runs().noisy() > 0)
        .put("noisyRuns", figures.runs().noisy())
        .put("basis", figures.runs().inWords())
        .put("runs", array(figures.record().runs().stream().map(ComparisonJson::run).toList()));
  }

  private static String mode(Arm arm) {
    return arm.kind().name().toLowerCase(Locale.ROOT);
  }

  private static JsonObject percentiles(LatencyFigures latency) {
    JsonArray few = new JsonArray();
    JsonObject json = new JsonObject().put("count", latency.count());
    put(json, few, latency, "p50Ms", 50);
    put(json, few, latency, "p90Ms", 90);
    put(json, few, latency, "p99Ms", 99);
    put(json, few, latency, "p999Ms", 99.9);
    put(json, few, latency, "maxMs", 100);
    return json.put("tooFewSamplesFor", few);
  }

  private static void put(
      JsonObject json, JsonArray few, LatencyFigures latency, String key, double percentile) {
    json.put(key, latency.at(percentile).map(ComparisonJson::millis).orElse(null));
    if (!latency.isSound(percentile)) {
      few.add(key);
    }
  }

  private static JsonObject worker(WorkerFigures worker) {
    return new JsonObject()
        .put("slot", orNull(worker.slot()))
        .put("requests", worker.latency().count())
        .put("share", rounded(worker.share()))
        .mergeIn(percentiles(worker.latency()));
  }

  private static JsonObject path(PathFigures path) {
    return new JsonObject()
        .put("path", path.path())
        .put("failed", path.failed())
        .mergeIn(percentiles(path.latency()));
  }

  private static JsonObject isolation(IsolationFigures isolation) {
    return new JsonObject()
        .put("idle", percentiles(isolation.idle()))
        .put("beside", percentiles(isolation.beside()))
        .put("ratio", value(isolation.slowdown()))
        .put("ratioInterval", interval(isolation.slowdown()))
        .put("lastHeavyMs", isolation.lastHeavy().map(ComparisonJson::millis).orElse(null))
        .put("failed", isolation.failed());
  }

  private static JsonObject disturbance(Disturbance disturbance) {
    return new JsonObject()
        .put("atMs", millis(disturbance.at()))
        .put("requests", disturbance.load().requests())
        .put("failed", disturbance.failed())
        .put("recoveryMs", disturbance.recovery().map(ComparisonJson::millis).orElse(null));
  }

  private static JsonObject run(Run run) {
    LatencyFigures latency = new LatencyFigures(run.load().distribution());
    return new JsonObject()
        .put("round", run.round())
        .put("totalMs", millis(run.load().total()))
        .put("throughput", rounded(run.load().throughput()))
        .put("requests", run.load().requests())
        .put("failed", run.load().failed())
        .put("latency", percentiles(latency))
        .put("cpuSeconds", run.cpu().map(it -> millis(it) / 1000).orElse(null))
        .put("clientLateP99Ms", millis(run.load().clientLateP99()))
        .put("foreignCores", rounded(run.noise().foreignCores()))
        .put("stolenShare", rounded(run.noise().stolenShare()))
        .put("noise", strings(run.noise().reasons()));
  }

  private static JsonArray againstNode(AgainstNode against) {
    return array(
        against.rows().stream()
            .map(
                it ->
                    new JsonObject()
                        .put("arm", it.arm())
                        .put("throughput", value(it.throughput()))
                        .put("throughputInterval", interval(it.throughput()))
                        .put("total", value(it.total()))
                        .put("totalInterval", interval(it.total()))
                        .put("p50", value(it.p50()))
                        .put("p50Interval", interval(it.p50()))
                        .put("p99", value(it.p99()))
                        .put("p99Interval", interval(it.p99())))
            .toList());
  }

  private static JsonObject sweep(ComparisonFigures figures) {
    return new JsonObject()
        .put("law", figures.sweep().fitted().map(ComparisonJson::law).orElse(null))
        .put("noLawBecause", figures.sweep().whyNot().orElse(null))
        .put("points", array(figures.sweep().points().stream().map(ComparisonJson::point).toList()))
        .put(
            "plateau",
            figures
                .sweep()
                .foundPlateau()
                .map(
                    it ->
                        new JsonObject()
                            .put("from", Math.round(it.workers()))
                            .put("throughput", estimate(it.throughput())))
                .orElse(null))
        .put("noPlateauBecause", figures.sweep().whyNoPlateau().orElse(null))
        .put("because", strings(figures.sweep().inWords()));
  }

  private static JsonObject law(ScalabilityLaw.Fitted law) {
    return new JsonObject()
        .put("lambda", estimate(law.lambda()))
        .put("sigma", estimate(law.sigma()))
        .put("kappa", estimate(law.kappa()))
        .put("relativeError", rounded(law.relativeError()))
        .put("measuredUpTo", law.measuredUpTo())
        .put("peakWorkers", law.peakWorkers().map(ComparisonJson::estimate).orElse(null));
  }

  private static JsonObject estimate(Estimate estimate) {
    return new JsonObject()
        .put("value", rounded(estimate.value()))
        .put(
            "interval",
            new JsonArray()
                .add(rounded(estimate.interval().low()))
                .add(rounded(estimate.interval().high())));
  }

  private static JsonObject point(PointFigures point) {
    return new JsonObject()
        .put("workers", point.workers())
        .put("throughput", value(point.throughput()))
        .put("throughputInterval", interval(point.throughput()))
        .put("speedup", value(point.speedUp()))
        .put("speedupInterval", interval(point.speedUp()))
        .put("ceiling", point.ceiling())
        .put("merged", percentiles(point.latency()))
        .put("failed", point.failed())
        .put("noisyRuns", point.runs().noisy());
  }

  private static JsonObject recommendation(Decision decision) {
    return new JsonObject()
        .put("goal", decision.goal().word())
        .put("mode", decision.recommended().map(it -> mode(it.arm())).orElse(null))
        .put("arm", decision.recommended().map(ArmFigures::name).orElse(null))
        .put("verdict", decision.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .put("headline", decision.headline())
        .put("because", strings(decision.because()))
        .put(
            "ranking",
            array(
                decision.ranking().stream()
                    .map(
                        it ->
                            new JsonObject()
                                .put("arm", it.arm().name())
                                .put("standing", it.standing().inWords())
                                .put("figure", it.figure())
                                .put("toBest", value(it.toBest()))
                                .put("toBestInterval", interval(it.toBest())))
                    .toList()));
  }

  private static JsonArray array(Collection<JsonObject> objects) {
    JsonArray array = new JsonArray();
    objects.forEach(array::add);
    return array;
  }

  private static JsonArray strings(List<String> strings) {
    JsonArray array = new JsonArray();
    strings.forEach(array::add);
    return array;
  }

  private static @Nullable Double value(Optional<Measured> measured) {
    return measured.map(it -> rounded(it.value())).orElse(null);
  }

  private static @Nullable JsonArray interval(Optional<Measured> measured) {
    return measured
        .flatMap(Measured::interval)
        .map(it -> new JsonArray().add(rounded(it.low())).add(rounded(it.high())))
        .orElse(null);
  }

  private static double millis(Duration duration) {
    return Math.round(duration.toNanos() / 1e3) / 1e3;
  }

  /** Six digits behind the point: CPU seconds of a short request need them. */
  private static double rounded(double value) {
    return Double.isFinite(value) ? Math.round(value * 1e6) / 1e6 : value;
  }

  private static @Nullable Double rounded(OptionalDouble value) {
    return value.isPresent() ? rounded(value.getAsDouble()) : null;
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  private static @Nullable Integer orNull(OptionalInt value) {
    return value.isPresent() ? value.getAsInt() : null;
  }

  private static @Nullable Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
