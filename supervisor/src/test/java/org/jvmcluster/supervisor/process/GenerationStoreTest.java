package org.jvmcluster.supervisor.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvmcluster.runtime.protocol.Generation;

class GenerationStoreTest {
  private static final LaunchSettings SETTINGS =
      new LaunchSettings(
          Path.of("/usr/bin/java"), List.of("-Xmx64m"), List.of("--fast"), Map.of("A", "b"));

  @TempDir Path folder;

  private Path application;
  private GenerationFiles files;
  private GenerationStore store;

  @BeforeEach
  void build() throws IOException {
    Path dist = Files.createDirectory(folder.resolve("dist \u00fc 'q'"));
    application =
        JarFiles.application(
            dist.resolve("workload.jar"), Map.of(JarFiles.NETTY, "version=4.2.18.Final\n"));
    files =
        new GenerationFiles(
            application,
            JarFiles.write(dist.resolve("worker-runtime.jar"), Map.of(), Map.of("r", "r")),
            List.of(
                JarFiles.write(
                    dist.resolve("classes-epoll.jar"),
                    Map.of(),
                    Map.of(JarFiles.EPOLL, "version=4.2.18.Final\n")),
                JarFiles.write(dist.resolve("native:epoll.jar"), Map.of(), Map.of("n", "n"))));
    store = new GenerationStore(generations(), 2);
  }

  private Path generations() {
    return folder.resolve("generations");
  }

  private LaunchRecord make(int generation) throws Exception {
    return store.make(new Generation(generation), files, SETTINGS);
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> listed = Files.list(generations())) {
      return listed.toList();
    }
  }

  @Test
  void copiesEverythingAWorkerNeeds() throws Exception {
    LaunchRecord record = make(1);

    Path own = generations().resolve("1");
    assertThat(record.generation()).isEqualTo(new Generation(1));
    assertThat(record.directory()).isEqualTo(own);
    assertThat(record.mainClass()).isEqualTo("org.example.Main");
    assertThat(record.classPath())
        .containsExactly(
            own.resolve("application.jar"),
            own.resolve("worker-runtime.jar"),
            own.resolve("transport-0.jar"),
            own.resolve("transport-1.jar"));
    assertThat(record.classPath().get(0)).hasSameBinaryContentAs(application);
    assertThat(record.contentHash()).matches("[0-9a-f]{64}");
    assertThat(record.jvmOptions()).containsExactly("-Xmx64m");
    assertThat(record.arguments()).containsExactly("--fast");
    assertThat(record.environment()).containsExactly(Map.entry("A", "b"));
    assertThat(left()).containsExactly(own);
  }

  @Test
  void keepsItsCopyWhateverABuildDoesToTheOriginal() throws Exception {
    LaunchRecord record = make(1);
    byte[] before = Files.readAllBytes(application);

    Files.writeString(application, "written in place");

    assertThat(record.classPath().get(0)).hasBinaryContent(before);
    assertThat(Files.getAttribute(record.classPath().get(0), "unix:nlink")).isEqualTo(1);
  }

  @Test
  void givesTheSameFilesTheSameHashAndOthersAnother() throws Exception {
    String first = make(1).contentHash();
    String second = make(2).contentHash();
    JarFiles.application(application, Map.of("changed", "yes"));
    String third = make(3).contentHash();

    assertThat(second).isEqualTo(first);
    assertThat(third).isNotEqualTo(first);
  }

  @Test
  void discardsAGeneration() throws Exception {
    make(1);
    make(2);

    store.discard(new Generation(1));
    store.discard(new Generation(1));

    assertThat(left()).containsExactly(generations().resolve("2"));
  }

  @Test
  void replacesWhatADeadSupervisorLeft() throws Exception {
    Path stale = Files.createDirectories(generations().resolve("1")).resolve("application.jar");
    Files.writeString(stale, "old");
    Files.createDirectories(generations().resolve("1.new"));

    LaunchRecord record = make(1);

    assertThat(record.classPath().get(0)).hasSameBinaryContentAs(application);
    assertThat(left()).containsExactly(generations().resolve("1"));
  }

  @Test
  void namesAFileThatIsMissingAndTheMend() throws Exception {
    Files.delete(application);

    assertThatThrownBy(() -> make(1))
        .isInstanceOf(GenerationException.class)
        .hasMessageContaining("the application is missing: " + application)
        .hasMessageContaining("scripts/supervisor");
    assertThat(left()).isEmpty();
  }

  @Test
  void refusesAJarThatIsNotWholeAndLeavesTheGenerationBeforeAlone() throws Exception {
    LaunchRecord before = make(1);
    byte[] whole = Files.readAllBytes(application);
    Files.write(application, Arrays.copyOf(whole, whole.length / 2));

    assertThatThrownBy(() -> make(2))
        .isInstanceOf(GenerationException.class)
        .hasMessageContaining(application.toString());

    assertThat(left()).containsExactly(before.directory());
  }

  @Test
  void waitsUntilAJarThatIsBeingWrittenIsWhole() throws Exception {
    GenerationStore patient = new GenerationStore(generations(), 1000);
    byte[] whole = Files.readAllBytes(application);
    Files.write(application, Arrays.copyOf(whole, whole.length / 2));
    Path beside = generations().resolve("1.new").resolve("application.jar");
    Thread build =
        new Thread(
            () -> {
              try {
                while (!Files.exists(beside)) {
                  Thread.onSpinWait(); // The first, torn copy has been begun.
                }
                Files.write(application, whole);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    build.start();

    LaunchRecord record = patient.make(new Generation(1), files, SETTINGS);
    build.join();

    assertThat(record.classPath().get(0)).hasBinaryContent(whole);
  }

  @Test
  void refusesAnApplicationWithoutAMainClass() throws Exception {
    JarFiles.write(application, Map.of(), Map.of());

    assertThatThrownBy(() -> make(1))
        .isInstanceOf(GenerationException.class)
        .hasMessageContaining("Main-Class");
  }

  @Test
  void refusesAnApplicationWhoseLibrariesLieBesideIt() throws Exception {
    JarFiles.write(
        application, Map.of("Main-Class", "org.example.Main", "Class-Path", "lib/a.jar"), Map.of());

    assertThatThrownBy(() -> make(1))
        .isInstanceOf(GenerationException.class)
        .hasMessageContaining("Class-Path");
  }

  @Test
  void refusesATransportOfAnotherNetty() throws Exception {
    JarFiles.application(application, Map.of(JarFiles.NETTY, "version=4.2.2.Final\n"));

    assertThatThrownBy(() -> make(1))
        .isInstanceOf(GenerationException.class)
        .hasMessageContaining("4.2.2.Final")
        .hasMessageContaining("4.2.18.Final");
  }

  @Test
  void leavesTheTransportToAnApplicationThatBringsItsOwn() throws Exception {
    JarFiles.application(
        application,
        Map.of(JarFiles.NETTY, "version=4.2.2.Final\n", "io/netty/channel/epoll/Epoll.class", ""));

    assertThat(make(1).classPath()).hasSize(2);
  }

  @Test
  void refusesAFolderAClassPathCannotName() {
    GenerationStore odd = new GenerationStore(folder.resolve("a:b"));

    assertThatThrownBy(() -> odd.make(new Generation(1), files, SETTINGS))
        .isInstanceOf(GenerationException.class)
        .hasMessageContaining("a:b");
  }

  @Test
  void saysWhereItCannotWrite() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way", UTF_8);
    GenerationStore nowhere = new GenerationStore(file.resolve("generations"));

    assertThatThrownBy(() -> nowhere.make(new Generation(1), files, SETTINGS))
        .isInstanceOf(GenerationException.class)
        .hasMessageContaining(file.toString());
  }
}
