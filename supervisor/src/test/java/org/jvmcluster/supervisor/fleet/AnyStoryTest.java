package org.jvmcluster.supervisor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.jvmcluster.runtime.protocol.Slot;

/**
 * Whatever happens, in whatever order: {@link FleetWorld} checks its rules after every event of a
 * random story, and here is what must be true at its end. A failed story is printed with its seed,
 * shortened to what matters.
 */
class AnyStoryTest {
  /** Stories a property: seconds in every build. The rules were settled with many thousands. */
  private static final int TRIES = 100;

  /** What can happen next. {@code number} chooses the worker, the time or the size. */
  private enum Twist {
    A_WORKER_GOES_ON {
      @Override
      void happens(FleetWorld world, int number) {
        pick(world.living(), number, FakeWorker::takesItsNextStep);
      }
    },
    A_WORKER_DIES {
      @Override
      void happens(FleetWorld world, int number) {
        pick(
            world.living(),
            number,
            worker -> {
              if (worker.exists()) {
                worker.exits(number % 2 == 0 ? 137 : 1);
              } else {
                worker.cannotStart("no memory");
              }
            });
      }
    },
    A_WORKER_FAILS {
      @Override
      void happens(FleetWorld world, int number) {
        pick(joined(world), number, worker -> worker.reportsFailure("an error"));
      }
    },
    A_WORKER_LOSES_CONTROL {
      @Override
      void happens(FleetWorld world, int number) {
        pick(joined(world), number, FakeWorker::losesControl);
      }
    },
    A_WORKER_HANGS {
      @Override
      void happens(FleetWorld world, int number) {
        pick(joined(world), number, worker -> worker.reportsBlockedFor(Duration.ofSeconds(number)));
      }
    },
    A_WORKER_FALLS_SILENT {
      @Override
      void happens(FleetWorld world, int number) {
        pick(world.living(), number, FakeWorker::fallsSilent);
      }
    },
    A_WORKER_IS_EXAMINED {
      @Override
      void happens(FleetWorld world, int number) {
        pick(joined(world), number, worker -> worker.isExamined(number % 3 == 0, "is as it is"));
      }
    },
    A_WORKER_CUTS_REQUESTS {
      @Override
      void happens(FleetWorld world, int number) {
        pick(
            world.living().stream()
                .filter(worker -> worker.isDraining() && !worker.isKilled())
                .toList(),
            number,
            worker -> worker.finishesDrain(number, number / 2));
      }
    },
    OLD_NEWS_COMES_AGAIN {
      @Override
      void happens(FleetWorld world, int number) {
        pick(world.news(), number, world::happens);
      }
    },
    TIME_PASSES {
      @Override
      void happens(FleetWorld world, int number) {
        world.passes(Duration.ofMillis(1L << (number % 17)));
      }
    },
    A_RESTART_IS_ASKED {
      @Override
      void happens(FleetWorld world, int number) {
        world.asksForRestart();
      }
    },
    A_GENERATION_IS_PREPARED {
      @Override
      void happens(FleetWorld world, int number) {
        pick(
            world.prepared(),
            number,
            generation -> world.happens(new FleetEvent.GenerationPrepared(generation)));
      }
    },
    A_GENERATION_FAILS {
      @Override
      void happens(FleetWorld world, int number) {
        pick(
            world.prepared(),
            number,
            generation -> world.happens(new FleetEvent.GenerationFailed(generation, "no space")));
      }
    },
    A_SCALING_IS_ASKED {
      @Override
      void happens(FleetWorld world, int number) {
        world.scales(number % 6);
      }
    };

    abstract void happens(FleetWorld world, int number);

    private static List<FakeWorker> joined(FleetWorld world) {
      return world.living().stream()
          .filter(worker -> worker.isJoined() && !worker.isEnding() && !worker.isKilled())
          .toList();
    }

    private static <T> void pick(List<T> from, int number, Consumer<T> deed) {
      if (!from.isEmpty()) {
        deed.accept(from.get(number % from.size()));
      }
    }
  }

  private record Turn(Twist twist, int number) {
    void happensIn(FleetWorld world) {
      twist.happens(world, number);
    }
  }

  @Provide
  Arbitrary<List<Turn>> stories() {
    Arbitrary<Twist> twists =
        Arbitraries.frequency(
            Tuple.of(30, Twist.A_WORKER_GOES_ON),
            Tuple.of(4, Twist.A_WORKER_DIES),
            Tuple.of(1, Twist.A_WORKER_FAILS),
            Tuple.of(1, Twist.A_WORKER_LOSES_CONTROL),
            Tuple.of(3, Twist.A_WORKER_HANGS),
            Tuple.of(1, Twist.A_WORKER_FALLS_SILENT),
            Tuple.of(2, Twist.A_WORKER_IS_EXAMINED),
            Tuple.of(1, Twist.A_WORKER_CUTS_REQUESTS),
            Tuple.of(2, Twist.OLD_NEWS_COMES_AGAIN),
            Tuple.of(3, Twist.TIME_PASSES),
            Tuple.of(2, Twist.A_RESTART_IS_ASKED),
            Tuple.of(4, Twist.A_GENERATION_IS_PREPARED),
            Tuple.of(1, Twist.A_GENERATION_FAILS),
            Tuple.of(1, Twist.A_SCALING_IS_ASKED));
    Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 1000);
    return Combinators.combine(twists, numbers).as(Turn::new).list().ofMaxSize(200);
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void comesToRestWithOneServingWorkerASlotAndEveryRequestAnswered(
      @ForAll @IntRange(min = 1, max = 4) int workers, @ForAll("stories") List<Turn> story) {
    FleetWorld world = FleetWorld.watched(workers);
    story.forEach(turn -> turn.happensIn(world));

    for (int round = 0; round < 10; round++) {
      world.playsOut();
      world.passes(Duration.ofSeconds(90));
    }

    assertThat(world.unanswered()).as("requests without an answer").isZero();
    assertThat(world.state()).isEqualTo(FleetView.State.STEADY);
    Set<Slot> slots = world.living().stream().map(FakeWorker::slot).collect(Collectors.toSet());
    assertThat(world.living()).hasSameSizeAs(slots).allMatch(FakeWorker::serves);
    assertThat(slots).allMatch(slot -> slot.number() < slots.size());
    assertThat(world.view().workers()).hasSameSizeAs(slots);
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void leavesNoProcessBehindAfterAStopAndAnswersEveryRequest(
      @ForAll @IntRange(min = 1, max = 4) int workers,
      @ForAll("stories") List<Turn> before,
      @ForAll boolean now,
      @ForAll("stories") List<Turn> after) {
    FleetWorld world = FleetWorld.openedAndWatched(workers);
    before.forEach(turn -> turn.happensIn(world));

    if (now) {
      world.stopsNow();
    } else {
      world.stops();
    }
    after.forEach(turn -> turn.happensIn(world));
    world.playsOut();
    world.passes(Duration.ofMinutes(1));

    assertThat(world.finish()).isPresent();
    assertThat(world.living()).isEmpty();
    assertThat(world.unanswered()).as("requests without an answer").isZero();
    assertThat(world.view().workers()).isEmpty();
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void endsARestartThoughNobodyEverAnswersAgain(
      @ForAll @IntRange(min = 1, max = 4) int workers, @ForAll("stories") List<Turn> story) {
    FleetWorld world = FleetWorld.watched(workers);
    story.forEach(turn -> turn.happensIn(world));

    for (int hour = 0; hour < 4 && world.unanswered() > 0; hour++) {
      world.passes(Duration.ofHours(1));
    }

    assertThat(world.unanswered()).as("requests without an answer").isZero();
  }
}
