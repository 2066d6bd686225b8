package org.jvmcluster.supervisor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Comparator;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class SimulationTest {
  private static final Duration SERVICE = Duration.ofMillis(100);
  private static final double SERVICE_NANOS = 1e8;
  private static final long MANY = 400_000;

  @Test
  void spreadsABurstEvenlyWhenIdleWorkersHelp() {
    SimulatedRun run = Simulation.run(burst(3, 20, Duration.ZERO), Discipline.IDLE, 1);

    assertThat(run.served()).containsExactlyInAnyOrder(7L, 7L, 6L);
    assertThat(run.seconds()).isCloseTo(0.7, within(1e-9));
    assertThat(run.latency().at(100).orElseThrow().toMillis()).isEqualTo(700);
  }

  @Test
  void addsTheMomentInWhichAConnectionIsLeftToItsOwner() {
    SimulatedRun run = Simulation.run(burst(3, 20, Duration.ofMillis(5)), Discipline.IDLE, 1);

    // A worker with the smallest queue waits 5 ms for each connection that it takes over.
    assertThat(run.seconds()).isBetween(0.7049, 0.7351);
    assertThat(run.served().stream().max(Comparator.naturalOrder())).hasValue(7L);
  }

  @Test
  void leavesABurstWhereTheHashPutIt() {
    // Computed: of 20 connections the largest of 3 shares averages 8.9.
    double busiest =
        LongStream.range(0, 4000)
            .mapToObj(seed -> Simulation.run(burst(3, 20, Duration.ZERO), Discipline.HASH, seed))
            .mapToDouble(run -> run.largestShare() * 20)
            .average()
            .orElseThrow();

    assertThat(busiest).isCloseTo(8.9, within(0.1));
    SimulatedRun run = Simulation.run(burst(3, 20, Duration.ZERO), Discipline.HASH, 1);
    assertThat(run.seconds()).isCloseTo(run.largestShare() * 20 * 0.1, within(1e-9));
  }

  @Test
  void takesTurnsExactly() {
    SimulatedRun run = Simulation.run(burst(3, 20, Duration.ZERO), Discipline.ROUND_ROBIN, 1);

    assertThat(run.served()).containsExactly(7L, 7L, 6L);
  }

  @ParameterizedTest
  @EnumSource(Discipline.class)
  void waitsOnOneWorkerAsTheoryOfExponentialTimesSays(Discipline discipline) {
    // M/M/1: rho / (1 - rho) service times.
    SimulatedRun run = Simulation.run(open(1, 0.7, exponential()), discipline, 1);

    assertThat(run.meanWaitNanos() / SERVICE_NANOS).isCloseTo(0.7 / 0.3, within(0.12));
    assertThat(run.utilization()).isCloseTo(0.7, within(0.01));
    // The time in the system is exponential with mean 1 / (1 - rho).
    assertThat(percentile(run, 99)).isCloseTo(Math.log(100) / 0.3, within(0.8));
  }

  @ParameterizedTest
  @CsvSource({"2, 0.8", "3, 0.7", "8, 0.85", "64, 0.9"})
  void waitsInOneQueueAsErlangSays(int workers, double load) {
    SimulatedRun run = Simulation.run(open(workers, load, exponential()), Discipline.SHARED, 2);

    double wait = erlangC(workers, load * workers) / (workers * (1 - load));
    assertThat(run.meanWaitNanos() / SERVICE_NANOS).isCloseTo(wait, within(0.15 * wait));
    assertThat(run.utilization()).isCloseTo(load, within(0.01));
  }

  @Test
  void waitsInOneQueueWhenIdleWorkersTakeOverAtOnce() {
    SimulatedRun run = Simulation.run(open(3, 0.7, exponential()), Discipline.IDLE, 3);

    double wait = erlangC(3, 2.1) / (3 * 0.3);
    assertThat(run.meanWaitNanos() / SERVICE_NANOS).isCloseTo(wait, within(0.05 * wait));
  }

  @Test
  void waitsAtEachWorkerAloneWhenTheHashDecides() {
    // Poisson arrivals split by chance are Poisson arrivals: three times M/M/1.
    SimulatedRun run = Simulation.run(open(3, 0.7, exponential()), Discipline.HASH, 4);

    assertThat(run.meanWaitNanos() / SERVICE_NANOS).isCloseTo(0.7 / 0.3, within(0.12));
  }

  @Test
  void waitsHalfAsLongForServiceTimesThatNeverVary() {
    // M/D/1, Pollaczek and Khinchine: rho / (2 (1 - rho)).
    SimulatedRun run =
        Simulation.run(open(1, 0.8, ServiceTime.fixed(SERVICE)), Discipline.SHARED, 5);

    assertThat(run.meanWaitNanos() / SERVICE_NANOS).isCloseTo(2, within(0.1));
  }

  @Test
  void takesTurnsBetweenHashAndOneQueue() {
    double[] waits = new double[3];
    Discipline[] order = {Discipline.SHARED, Discipline.ROUND_ROBIN, Discipline.HASH};
    for (int i = 0; i < order.length; i++) {
      waits[i] = Simulation.run(open(4, 0.8, exponential()), order[i], 6).meanWaitNanos();
    }

    assertThat(waits[0]).isLessThan(waits[1] / 1.5);
    assertThat(waits[1]).isLessThan(waits[2] / 1.2);
  }

  @Test
  void gainsNothingFromWorkersBeyondTheCores() {
    double two = closed(2, 2).throughput();
    double three = closed(3, 2).throughput();

    assertThat(two).isCloseTo(20, within(0.1));
    assertThat(three).isCloseTo(20, within(0.1));
    assertThat(closed(3, 3).throughput()).isCloseTo(30, within(0.1));
  }

  @Test
  void sharesACoreAsTheoryOfProcessorSharingSays() {
    // M/G/1 with processor sharing: 1 / (1 - rho) on average, whatever the distribution.
    Scenario scenario =
        new Scenario(
            200,
            ServiceTime.fixed(SERVICE),
            new Demand.Open(6, true),
            MANY,
            OptionalInt.empty(),
            false,
            OptionalDouble.of(1),
            Duration.ZERO);

    SimulatedRun run = Simulation.run(scenario, Discipline.SHARED, 7);

    double mean = run.latency().toHistogram().getMean() / SERVICE_NANOS;
    assertThat(mean).isCloseTo(2.5, within(0.1));
    assertThat(run.meanWaitNanos()).isZero();
    assertThat(scenario.capacityPerSecond()).isCloseTo(10, within(1e-9));
  }

  @Test
  void keepsTheImbalanceOfKeptConnectionsForTheWholeRun() {
    // 20 connections on 3 workers: 8.9 of 20 on the busiest, however many requests come over them.
    assertThat(largestShareOf(true)).isCloseTo(8.9 / 20, within(0.01));
    assertThat(largestShareOf(false)).isCloseTo(1.0 / 3, within(0.02));
  }

  @Test
  void leavesAWorkerWithoutWorkAsOftenAsFourConnectionsMissIt() {
    // Computed: with 4 connections on 3 workers some worker gets none 56 % of the time.
    double without =
        LongStream.range(0, 3000)
            .mapToObj(seed -> Simulation.run(keptClients(4, 40), Discipline.HASH, seed))
            .filter(run -> run.served().contains(0L))
            .count();

    assertThat(without / 3000).isCloseTo(0.555, within(0.03));
  }

  @Test
  void waitsForAFreeClientInAnOpenLoop() {
    // One client only: 10 workers serve one request at a time, as one worker would.
    Scenario scenario =
        new Scenario(
            10,
            ServiceTime.fixed(SERVICE),
            new Demand.Open(8, true),
            MANY,
            OptionalInt.of(1),
            false,
            OptionalDouble.empty(),
            Duration.ZERO);

    SimulatedRun run = Simulation.run(scenario, Discipline.HASH, 8);

    assertThat(run.meanWaitNanos() / SERVICE_NANOS).isCloseTo(2, within(0.1));
  }

  @Test
  void neverWaitsWhenRequestsComeEvenlyAndSeldom() {
    Scenario scenario =
        new Scenario(
            1,
            ServiceTime.fixed(SERVICE),
            new Demand.Open(9.9, false),
            1000,
            OptionalInt.empty(),
            false,
            OptionalDouble.empty(),
            Duration.ZERO);

    SimulatedRun run = Simulation.run(scenario, Discipline.SHARED, 1);

    assertThat(run.meanWaitNanos()).isZero();
    assertThat(run.seconds()).isCloseTo(999 / 9.9 + 0.1, within(1e-6));
  }

  @Test
  void repeatsExactlyWithTheSameSeedOnly() {
    SimulatedRun one = Simulation.run(open(3, 0.7, exponential()), Discipline.IDLE, 5);
    SimulatedRun same = Simulation.run(open(3, 0.7, exponential()), Discipline.IDLE, 5);
    SimulatedRun other = Simulation.run(open(3, 0.7, exponential()), Discipline.IDLE, 6);

    assertThat(same.meanWaitNanos()).isEqualTo(one.meanWaitNanos());
    assertThat(other.meanWaitNanos()).isNotEqualTo(one.meanWaitNanos());
  }

  @Test
  void knowsWhatIsTooMuch() {
    assertThat(open(3, 1.2, exponential()).offeredLoad().orElseThrow())
        .isCloseTo(1.2, within(1e-9));
    assertThat(burst(3, 20, Duration.ZERO).offeredLoad()).isEmpty();
  }

  @Test
  void refusesKeptConnectionsWithoutClients() {
    assertThatThrownBy(
            () ->
                new Scenario(
                    3,
                    exponential(),
                    new Demand.Closed(),
                    10,
                    OptionalInt.empty(),
                    false,
                    OptionalDouble.empty(),
                    Duration.ZERO))
        .hasMessageContaining("need a number of clients");
  }

  private static double largestShareOf(boolean keepAlive) {
    Scenario scenario =
        new Scenario(
            3,
            ServiceTime.fixed(SERVICE),
            new Demand.Open(5, false),
            3000,
            OptionalInt.of(20),
            keepAlive,
            OptionalDouble.empty(),
            Duration.ZERO);
    return LongStream.range(0, 300)
        .mapToObj(seed -> Simulation.run(scenario, Discipline.HASH, seed))
        .mapToDouble(SimulatedRun::largestShare)
        .average()
        .orElseThrow();
  }

  private static Scenario keptClients(int clients, long requests) {
    return new Scenario(
        3,
        ServiceTime.fixed(SERVICE),
        new Demand.Closed(),
        requests,
        OptionalInt.of(clients),
        true,
        OptionalDouble.empty(),
        Duration.ZERO);
  }

  private static SimulatedRun closed(int workers, double cores) {
    Scenario scenario =
        new Scenario(
            workers,
            ServiceTime.fixed(SERVICE),
            new Demand.Closed(),
            3000,
            OptionalInt.of(20),
            false,
            OptionalDouble.of(cores),
            Duration.ZERO);
    return Simulation.run(scenario, Discipline.SHARED, 1);
  }

  private static Scenario burst(int workers, int requests, Duration handover) {
    return new Scenario(
        workers,
        ServiceTime.fixed(SERVICE),
        new Demand.Burst(),
        requests,
        OptionalInt.empty(),
        false,
        OptionalDouble.empty(),
        handover);
  }

  private static Scenario open(int workers, double load, ServiceTime service) {
    return new Scenario(
        workers,
        service,
        new Demand.Open(load * workers / SERVICE.toMillis() * 1000, true),
        MANY,
        OptionalInt.empty(),
        false,
        OptionalDouble.empty(),
        Duration.ZERO);
  }

  private static ServiceTime exponential() {
    return ServiceTime.exponential(SERVICE);
  }

  private static double percentile(SimulatedRun run, double percentile) {
    return run.latency().at(percentile).orElseThrow().toNanos() / SERVICE_NANOS;
  }

  /** The share of requests that wait, for so much offered work on so many workers. */
  private static double erlangC(int workers, double offered) {
    double blocked = 1;
    for (int n = 1; n <= workers; n++) {
      blocked = offered * blocked / (n + offered * blocked);
    }
    return blocked / (1 - offered / workers * (1 - blocked));
  }
}
