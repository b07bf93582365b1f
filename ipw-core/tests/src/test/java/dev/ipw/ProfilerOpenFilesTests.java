package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.load.Load;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Runs of a process that may have few files open. */
@Tag("real-time")
class ProfilerOpenFilesTests {
    private static final int QUESTIONS = 200;
    private static final Path BASH = Path.of("/bin/bash");

    @TempDir
    Path folder;

    private static List<DatasetRecord> questions() {
        return IntStream.range(0, QUESTIONS).mapToObj(number -> DatasetRecord.of("q" + number, "?" + number, "42"))
                .toList();
    }

    /** Play a process that has some files open and may have so many. */
    private TelemetryEnvironment process(String limit, int open) throws IOException {
        Path self = folder.resolve("proc").resolve("self");
        Files.createDirectories(self.resolve("fd"));
        for (int file = 0; file < open; file++) {
            Files.createFile(self.resolve("fd").resolve(String.valueOf(file)));
        }
        Files.writeString(self.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             96129                96129                processes
                Max open files            %-20s %-20s files
                Max locked memory         8388608              8388608              bytes
                """.formatted(limit, limit));
        return TelemetryEnvironment.of(Map.of("IPW_PROCFS_ROOT", folder.resolve("proc").toString()));
    }

    private ProfilerBuilder builder(InferenceClient client, Load load, TelemetryEnvironment environment) {
        return Profiler.builder().client(client).dataset(new FakeDataset(questions())).load(load)
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none").calibration(false))
                .plugins(known -> known.environment(environment)).output(folder.resolve("runs"));
    }

    @Test
    void aLoadThatNeedsMoreFilesIsRefusedBeforeAnythingIsAskedWithTheNumber() throws Exception {
        Connected client = new Connected();
        TelemetryEnvironment environment = process("128", 60);

        try (Profiler profiler = builder(client, Load.concurrency(100), environment).build()) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(profiler::run)
                    .withMessageContaining("100 in flight at once need 200 open files")
                    .withMessageContaining("60 are open already").withMessageContaining("may have 128")
                    .withMessageContaining("'ulimit -n 200'").withMessageContaining("at most 28 in flight");
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(profiler::check);
        }
        assertThat(client.asked).hasValue(0);
        assertThat(folder.resolve("runs")).doesNotExist();

        try (Profiler profiler = builder(client, Load.concurrency(28), environment).build()) {
            assertThat(profiler.run().summary().totals().queries()).isEqualTo(QUESTIONS);
        }
    }

    @Test
    void noMoreAreNeededThanThereAreQuestions() throws Exception {
        try (Profiler profiler = builder(new Connected(), Load.concurrency(100), process("128", 60))
                .maxQueries(20).build()) {
            assertThat(profiler.run().summary().totals().queries()).isEqualTo(20);
        }
    }

    @Test
    void aModelInThisProcessNeedsNoneForEachRequestAndATaskSeveral() throws Exception {
        FakeClient inProcess = new FakeClient(prompt -> "42");
        TelemetryEnvironment environment = process("128", 60);
        try (Profiler profiler = builder(inProcess, Load.concurrency(100), environment).build()) {
            assertThat(profiler.run().summary().totals().queries()).isEqualTo(QUESTIONS);
        }
        try (Profiler profiler = builder(inProcess, Load.concurrency(10), environment)
                .queryRunner((question, session) -> session.finish("42")).build()) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(profiler::run)
                    .withMessageContaining("6 each");
        }
    }

    @Test
    void aProcessWithoutALimitOrThatTellsNoneIsNotAsked() throws Exception {
        try (Profiler profiler = builder(new Connected(), Load.concurrency(100), process("unlimited", 60)).build()) {
            assertThat(profiler.run().summary().totals().queries()).isEqualTo(QUESTIONS);
        }
        TelemetryEnvironment nothing = TelemetryEnvironment
                .of(Map.of("IPW_PROCFS_ROOT", folder.resolve("nowhere").toString()));
        try (Profiler profiler = builder(new Connected(), Load.concurrency(100), nothing).build()) {
            assertThat(profiler.run().summary().totals().queries()).isEqualTo(QUESTIONS);
        }
    }

    @Test
    @Tag("process")
    void resultsAreWrittenWhereRequestsTookAllFiles() throws Exception {
        assumeTrue(Files.isExecutable(BASH), "this system has no bash, whose ulimit bounds the files");

        Process process = ProgramProcess.startFromArchives(Hoarder.class, folder,
                List.of(BASH.toString(), "-c", "ulimit -n 400; exec \"$0\" \"$@\""));

        assertThat(process.waitFor()).as(Files.readString(folder.resolve("err.txt"))).isZero();
        ProfileRun run = ProfileRun.open(folder.resolve("runs").resolve("hoard"));
        assertThat(run.records()).hasSize(QUESTIONS);
    }

    @Test
    @Tag("process")
    void aProcessKnowsItsOwnLimit() throws Exception {
        assumeTrue(Files.isExecutable(BASH) && Files.isReadable(Path.of("/proc/self/limits")),
                "this system has no bash, or tells no limits");

        Process process = ProgramProcess.start(Crowd.class, folder,
                List.of(BASH.toString(), "-c", "ulimit -n 128; exec \"$0\" \"$@\""));

        assertThat(process.waitFor()).isEqualTo(4);
        assertThat(Files.readString(folder.resolve("err.txt"))).contains("100 in flight at once need ")
                .contains("This process may have 128: raise the limit");
    }

    /** Profiles with more requests at once than this process may have files open. */
    static final class Crowd {
        private Crowd() {}

        public static void main(String[] arguments) throws InterruptedException {
            try (Profiler profiler = Profiler.builder().client(new Connected()).dataset(new FakeDataset(questions()))
                    .load(Load.concurrency(100)).measurement(how -> how.telemetry("none"))
                    .output(Path.of(arguments[0]).resolve("runs")).build()) {
                profiler.run();
            } catch (ConfigurationException refused) {
                System.err.println(refused.getMessage());
                System.exit(4);
            }
        }
    }

    /** Profiles with a client that opens files until there are no more, and keeps them. */
    static final class Hoarder {
        private Hoarder() {}

        public static void main(String[] arguments) throws InterruptedException {
            Path folder = Path.of(arguments[0]);
            Queue<FileChannel> hoard = new ConcurrentLinkedQueue<>();
            FakeClient client = new FakeClient(prompt -> {
                while (take(hoard, folder.resolve("err.txt"))) {
                    Thread.onSpinWait();
                }
                return "42";
            });
            try (Profiler profiler = Profiler.builder().client(client).dataset(new FakeDataset(questions()))
                    .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none"))
                    .output(folder.resolve("runs")).storage(where -> where.runName("hoard")).build()) {
                profiler.run();
            }
            System.exit(hoard.isEmpty() ? 3 : 0);
        }

        private static boolean take(Queue<FileChannel> hoard, Path file) {
            try {
                return hoard.add(FileChannel.open(file, StandardOpenOption.READ));
            } catch (IOException noMore) {
                return false;
            }
        }
    }

    /** Answers as a server would that is somewhere. */
    private static final class Connected implements InferenceClient {
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public ClientInfo describe() {
            return new ClientInfo("fake", "fake:1b", Optional.of(URI.create("http://127.0.0.1:9/v1")),
                    ServingHost.LOCAL,
                    Map.of());
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            asked.incrementAndGet();
            sink.sent(System.nanoTime());
            sink.chunk(ChunkKind.ANSWER, "42", System.nanoTime());
            return InferenceResponse.of("42", TokenUsage.server(3, 1));
        }
    }
}
