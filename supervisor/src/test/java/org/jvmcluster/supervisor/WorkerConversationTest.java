package org.jvmcluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.jvmcluster.runtime.protocol.Generation;
import org.jvmcluster.runtime.protocol.LaunchId;
import org.jvmcluster.runtime.protocol.Protocol;
import org.jvmcluster.runtime.protocol.Reading;
import org.jvmcluster.runtime.protocol.ReadingNames;
import org.jvmcluster.runtime.protocol.Slot;
import org.jvmcluster.runtime.protocol.SupervisedPort;
import org.jvmcluster.runtime.protocol.SupervisorMessage;
import org.jvmcluster.runtime.protocol.Versions;
import org.jvmcluster.runtime.protocol.WarmUp;
import org.jvmcluster.runtime.protocol.WorkerIdentity;
import org.jvmcluster.runtime.protocol.WorkerMessage;
import org.jvmcluster.runtime.protocol.WorkerReport;
import org.jvmcluster.runtime.time.NanoClock;
import org.jvmcluster.supervisor.config.ConfigLoader;
import org.jvmcluster.supervisor.config.ConfigSources;
import org.jvmcluster.supervisor.control.Strain;
import org.jvmcluster.supervisor.fleet.ExitStatus;
import org.jvmcluster.supervisor.fleet.FleetEvent;
import org.jvmcluster.supervisor.fleet.Pulse;
import org.jvmcluster.supervisor.process.LaunchRecord;
import org.jvmcluster.supervisor.process.WorkerProcess;
import org.jvmcluster.supervisor.report.ReadingStore;

final class WorkerConversationTest {
  private static final LaunchId LAUNCH = new LaunchId(7);

  private final WorkerHandles handles = new WorkerHandles();
  private final List<FleetEvent> events = new ArrayList<>();
  private final ThreadDumps dumps = new ThreadDumps();
  private final WorkerConversation conversation =
      new WorkerConversation(
          handles,
          new SupervisedPort("127.0.0.1", 3100),
          new ReadingStore(NanoClock.SYSTEM),
          dumps,
          events::add);

  @Test
  void welcomesAWorkerThatWasLaunched() throws Exception {
    launch();

    SupervisorMessage answer = conversation.onHello(hello(LAUNCH, 0, 1));

    assertThat(answer).isInstanceOf(SupervisorMessage.Welcome.class);
    SupervisorMessage.Welcome welcome = (SupervisorMessage.Welcome) answer;
    assertThat(welcome.ports()).containsExactly(new SupervisedPort("127.0.0.1", 3100));
    assertThat(welcome.warmUp()).isEqualTo(WarmUp.BEFORE_READY);
    assertThat(welcome.maxInFlight()).isEqualTo(9);
    assertThat(welcome.shedAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(events).containsExactly(new FleetEvent.SaidHello(LAUNCH));
  }

  @Test
  void refusesALaunchThatNobodyExpects() {
    assertThat(conversation.onHello(hello(LAUNCH, 0, 1)))
        .isEqualTo(new SupervisorMessage.Refused("launch 7 is not expected"));
    assertThat(events).isEmpty();
  }

  @Test
  void refusesAWorkerThatClaimsAnotherSlotOrGeneration() throws Exception {
    launch();

    assertThat(conversation.onHello(hello(LAUNCH, 1, 1)))
        .isInstanceOf(SupervisorMessage.Refused.class);
    assertThat(conversation.onHello(hello(LAUNCH, 0, 2)))
        .isInstanceOf(SupervisorMessage.Refused.class);
    assertThat(events).isEmpty();
  }

  @Test
  void refusesAnotherProcessThanTheOneThatWasLaunched() throws Exception {
    launch();
    handles.find(LAUNCH).orElseThrow().started(new EndlessProcess(4712));

    assertThat(conversation.onHello(hello(LAUNCH, 0, 1)))
        .isInstanceOf(SupervisorMessage.Refused.class);
    assertThat(events).isEmpty();
  }

  @Test
  void knowsTheProcessOfAHelloThatOvertookTheNewsOfTheLaunch() throws Exception {
    launch();
    assertThat(handles.find(LAUNCH).orElseThrow().pid()).isEmpty();

    conversation.onHello(hello(LAUNCH, 0, 1));

    assertThat(handles.find(LAUNCH).orElseThrow().pid()).hasValue(4711);
  }

  @Test
  void makesEventsOfWhatAWorkerSays() {
    conversation.onMessage(LAUNCH, new WorkerMessage.Ready());
    conversation.onMessage(LAUNCH, new WorkerMessage.Failed("no port"));
    conversation.onMessage(LAUNCH, new WorkerMessage.Drained(3, 1, Duration.ofMillis(5)));
    conversation.onLost(LAUNCH);

    assertThat(events)
        .containsExactly(
            new FleetEvent.BecameReady(LAUNCH),
            new FleetEvent.ReportedFailure(LAUNCH, "no port"),
            new FleetEvent.FinishedDrain(LAUNCH, 3, 1),
            new FleetEvent.LostControl(LAUNCH));
  }

  @Test
  void tellsTheFleetOfEachReportAndRemembersWhatStrainsTheWorker() throws Exception {
    launch();
    WorkerReport report =
        new WorkerReport(
            1,
            0,
            1,
            List.of(
                new Reading.Gauge(ReadingNames.LOOP_BUSY_FOR_NANOS, Map.of("loop", "0"), 1e9),
                Reading.Gauge.of(ReadingNames.CONNECTIONS, 3)));

    conversation.onMessage(LAUNCH, new WorkerMessage.Report(report));

    assertThat(events)
        .containsExactly(
            new FleetEvent.Reported(
                LAUNCH,
                new Pulse(
                    List.of(new Pulse.LoopPulse("0", 1_000_000_000, 0, 0)), OptionalLong.of(3))));
    assertThat(handles.find(LAUNCH).orElseThrow().strain()).isEqualTo(new Strain(true, false));
  }

  private void launch() throws Exception {
    ConfigSources sources =
        new ConfigSources(
            Map.of("max-in-flight", List.of("9")), Map.of(), Optional.empty(), Path.of("/nowhere"));
    LaunchRecord record =
        new LaunchRecord(
            Generation.FIRST,
            Path.of("/generations/1"),
            "hash",
            Path.of("java"),
            List.of(Path.of("application.jar")),
            "Main",
            List.of(),
            List.of(),
            Map.of());
    handles.add(
        new WorkerHandle(
            LAUNCH,
            new Slot(0),
            new GenerationPlan(record, ConfigLoader.load(sources).settings()),
            WarmUp.BEFORE_READY));
  }

  private record EndlessProcess(long pid) implements WorkerProcess {
    @Override
    public CompletionStage<ExitStatus> exit() {
      return new CompletableFuture<>();
    }

    @Override
    public void kill() {}

    @Override
    public List<String> lastLines() {
      return List.of();
    }
  }

  private static WorkerMessage.Hello hello(LaunchId launch, int slot, int generation) {
    return new WorkerMessage.Hello(
        Protocol.VERSION,
        launch,
        new WorkerIdentity(new Slot(slot), new Generation(generation), 4711),
        new Versions("17", "5.0.7", "4.2.18", "epoll"),
        List.of());
  }
}
