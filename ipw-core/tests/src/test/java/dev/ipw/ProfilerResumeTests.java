package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.TimeSpan;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunSummary.Resumption;
import dev.ipw.run.RunSummary.RunSegment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class ProfilerResumeTests {
    @TempDir
    Path runs;

    @Test
    void asksWhatWasNotAskedAndKeepsTheRestOfARunThatWasStopped() throws InterruptedException {
        run(stopped("first", 7));

        ProfileRun run = run(builder(answering("second")).storage(where -> where.resume(true)));

        assertThat(answers(run)).hasSize(30).filteredOn("first"::equals).hasSize(7);
        assertThat(ids(run)).doesNotHaveDuplicates().hasSize(30);
        assertThat(run.summary().interrupted()).isFalse();
    }

    @Test
    void countsTheMeasurementWindowsAndNotTheTimeBetweenThem() throws InterruptedException {
        run(stopped("first", 15));

        ProfileRun run = run(builder(answering("second")).storage(where -> where.resume(true)));

        List<RunSegment> segments = run.summary().segments();
        assertThat(segments).hasSize(2);
        assertThat(segments.get(1).measured().orElseThrow().startNanos())
                .isGreaterThan(segments.get(0).measured().orElseThrow().endNanos());
        assertThat(run.summary().totals().measuredNanos())
                .isEqualTo(segments.stream().mapToLong(segment -> segment.measured().orElseThrow().nanos()).sum());
        assertThat(run.summary().totals().deviceEnergy().joules().orElseThrow())
                .isCloseTo(SteadySource.WATTS * run.summary().totals().measuredSeconds(), within(1.0));
    }

    @Test
    void tellsWhatWasKeptWhatWasAskedAndForHowLongNothingWorkedOnTheRun() throws InterruptedException, IOException {
        assertThat(run(stopped("first", 7)).summary().resumption()).isEmpty();
        run(stopped("second", 5).storage(where -> where.resume(true)));

        ProfileRun run = run(builder(answering("third")).storage(where -> where.resume(true)));

        Resumption resumed = run.summary().resumption().orElseThrow();
        assertThat(List.of((long) resumed.times(), resumed.kept(), resumed.asked())).containsExactly(2L, 7L, 23L);
        List<TimeSpan> measured = run.summary().segments().stream()
                .map(segment -> segment.measured().orElseThrow()).toList();
        assertThat(resumed.paused().toNanos()).isPositive()
                .isLessThanOrEqualTo(measured.getLast().startNanos() - measured.getFirst().endNanos()
                        - measured.get(1).nanos());
        assertThat(Files.readString(run.path().resolve("summary.json"))).contains("\"resumed\"", "\"paused_seconds\"");
        assertThat(ProfileRun.open(run.path()).summary().resumption()).hasValue(resumed);
    }

    @Test
    void removesWhatAKilledWriterHadNotPutInPlace() throws InterruptedException, IOException {
        Path folder = run(stopped("first", 7)).path();
        List<Path> left = List.of(temporary(folder, "progress.json"), temporary(folder, "summary.json"),
                temporary(folder, "data-00000-of-00001.arrow"), old(temporary(folder, "report.html")),
                old(temporary(folder.resolve("analysis"), "latency.json")),
                Files.writeString(Files.createDirectory(folder.resolve(".unfinished-dataset-" + UUID.randomUUID()))
                        .resolve("part-0.arrow"), "x"));
        // These may belong to a process that analyses the run, or to nobody that we know.
        List<Path> others = List.of(temporary(folder, "report.html"),
                temporary(folder.resolve("analysis"), "latency.json"), old(temporary(folder, "thesis.txt")),
                Files.writeString(folder.resolve(".thesis.tmp"), "x"));

        run(builder(answering("second")).storage(where -> where.resume(true)));

        assertThat(left).allSatisfy(file -> assertThat(file).doesNotExist());
        assertThat(left.getLast().getParent()).doesNotExist();
        assertThat(others).allSatisfy(file -> assertThat(file).exists());
    }

    @Test
    void removesNothingOfARunThatIsGoing() throws InterruptedException, IOException {
        Path folder = run(stopped("first", 7)).path();
        Path written = temporary(folder, "progress.json");
        try (Journal going = Journal.append(folder.resolve("journal.jsonl"))) {
            Files.writeString(written, "x");

            assertThatThrownBy(() -> run(builder(answering("second")).storage(where -> where.resume(true))))
                    .hasMessageContaining("still going");

            assertThat(written).exists();
            going.sync();
        }
    }

    private static Path temporary(Path folder, String name) throws IOException {
        return Files.writeString(Files.createDirectories(folder).resolve("." + name + "." + UUID.randomUUID() + ".tmp"),
                "x");
    }

    private static Path old(Path file) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
    }

    @Test
    void namesWhatIsAskedOtherwiseAndChangesNothing() throws InterruptedException, IOException {
        ProfileRun run = run(stopped("first", 7));
        byte[] journal = Files.readAllBytes(run.path().resolve("journal.jsonl"));
        byte[] summary = Files.readAllBytes(run.path().resolve("summary.json"));

        assertThatThrownBy(() -> run(builder(answering("second")).load(Load.concurrency(8))
                .questions(asked -> asked.seed(7)).storage(where -> where.resume(true))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("concurrency: was 2, now 8")
                .hasMessageContaining("seed: was 42, now 7");

        assertThat(run.path().resolve("journal.jsonl")).hasBinaryContent(journal);
        assertThat(run.path().resolve("summary.json")).hasBinaryContent(summary);
    }

    @Test
    void refusesAnotherSampleUnderTheSameName() throws InterruptedException {
        run(stopped("first", 7));

        assertThatThrownBy(() -> run(
                builder(answering("second")).dataset(new Numbers("changed ")).storage(where -> where.resume(true))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("drawn record 1: was 'id-");
    }

    @Test
    void asksNothingOfAWholeRun() throws InterruptedException {
        run(builder(answering("first")));
        FakeClient client = answering("second");

        ProfileRun run = run(builder(client).storage(where -> where.resume(true)));

        assertThat(client.prompts).isEmpty();
        assertThat(answers(run)).hasSize(30).containsOnly("first");
    }

    @Test
    void saysThatThereIsNoSuchRun() {
        assertThatThrownBy(() -> run(builder(answering("first")).storage(where -> where.resume(true))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("There is no run");
    }

    @Test
    void leavesASeriesOfRunsAlone() throws InterruptedException, IOException {
        Path step = run(builder(answering("first")).output(runs.resolve("resumed"))).path();
        Files.writeString(step.resolveSibling("sweep.json"), "{}");

        assertThatThrownBy(
                () -> run(builder(answering("second")).storage(where -> where.runName("resumed").resume(true))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("holds no run");

        assertThat(answers(ProfileRun.open(step))).hasSize(30).containsOnly("first");
    }

    @Test
    void needsAName() {
        assertThatThrownBy(() -> run(Profiler.builder().client(answering("first")).dataset(new Numbers("question "))
                .output(runs).measurement(how -> how.telemetry("none")).storage(where -> where.resume(true))))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("runName(...)");
    }

    @Test
    void endsEarlyWhenTheServerIsGoneAndAsksAgainWhatNeverReachedIt() throws InterruptedException {
        List<String> warnings = new ArrayList<>();
        DyingClient dying = new DyingClient(5);
        ProfileRun ended = run(builder(dying).listener(new ProfilerListener() {
            @Override
            public void warned(String message) {
                warnings.add(message);
                dying.noticed.countDown();
            }

            @Override
            public void progressed(RunPhase phase, RunProgress progress) {
                if (progress.finished() >= dying.reached) {
                    dying.reachedTaken.countDown();
                }
            }
        }));
        assertThat(ended.summary().interrupted()).isTrue();
        assertThat(warnings).anySatisfy(warning -> assertThat(warning).contains("resume the run").contains("kept"));
        assertThat(ended.summary().warnings()).containsAll(warnings);

        ProfileRun run = run(builder(answering("second")).storage(where -> where.resume(true)));

        assertThat(ids(run)).doesNotHaveDuplicates().hasSize(30);
        assertThat(answers(run)).filteredOn("first"::equals).hasSize(4);
        assertThat(run.summary().totals().failed()).as("what the server refused stands").isEqualTo(1);
    }

    @Test
    void goesOnCountingQuestionsThatComeAgain() throws InterruptedException {
        Load endless = Load.sequential().lasting(Duration.ofMinutes(10));
        run(stopped("first", 40).load(endless));

        ProfileRun run = run(stopped("second", 40).load(endless).storage(where -> where.resume(true)));

        assertThat(ids(run)).doesNotHaveDuplicates().hasSize(80)
                .filteredOn(id -> id.endsWith("#2")).hasSize(30);
    }

    private static List<String> ids(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.map(record -> record.question().id()).toList();
        }
    }

    private static List<String> answers(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.map(record -> record.outcome().answer()).toList();
        }
    }

    private static FakeClient answering(String answer) {
        return new FakeClient(prompt -> answer);
    }

    private ProfilerBuilder builder(InferenceClient client) {
        return Profiler.builder().client(client).dataset(new Numbers("question "))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).telemetry("none"))
                .load(Load.concurrency(2)).questions(asked -> asked.seed(42))
                .evaluator(
                        (question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "always",
                                Map.of()))
                .output(runs).storage(where -> where.runName("run"))
                .plugins(known -> known.telemetrySource(new SteadySource()));
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            ProfileRun run = profiler.run();
            Thread.interrupted();
            return run;
        }
    }

    /** Stop after so many answers; no request is answered after them, however late the run takes them. */
    private ProfilerBuilder stopped(String answer, int answers) {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger finished = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        return builder(new FakeClient(prompt -> {
            if (asked.incrementAndGet() > answers) {
                never.await();
            }
            return answer;
        })).listener(new ProfilerListener() {
            @Override
            public void queryFinished(QueryOutcome outcome) {
                if (finished.incrementAndGet() == answers) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    /** Answers some requests, refuses one, and is gone afterwards. */
    private static final class DyingClient implements InferenceClient {
        private static final int REFUSED_AT_ONCE = 20;
        private final FakeClient alive = answering("first");
        private final AtomicInteger asked = new AtomicInteger();
        private final CountDownLatch reachedTaken = new CountDownLatch(1);
        private final CountDownLatch noticed = new CountDownLatch(1);
        private final CountDownLatch never = new CountDownLatch(1);
        private final int reached;

        DyingClient(int reached) {
            this.reached = reached;
        }

        @Override
        public ClientInfo describe() {
            return alive.describe();
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
                throws InferenceException, InterruptedException {
            int number = asked.incrementAndGet();
            if (number < reached) {
                return alive.infer(request, sink);
            }
            if (number == reached) {
                sink.sent(System.nanoTime());
                throw new InferenceException(FailureKind.HTTP_STATUS, "500");
            }
            // What reached the server comes first, so that the refusals follow each other.
            reachedTaken.await();
            if (number > reached + REFUSED_AT_ONCE) {
                // The run sees that the server is gone before all questions are through, and cancels these.
                noticed.await();
                never.await();
            }
            throw new InferenceException(FailureKind.UNREACHABLE, "connection refused");
        }
    }

    private record Numbers(String prefix) implements Dataset {
        @Override
        public String id() {
            return "numbers";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, 30)
                    .mapToObj(number -> DatasetRecord.of("id-" + number, prefix + number, "right"));
        }
    }
}
