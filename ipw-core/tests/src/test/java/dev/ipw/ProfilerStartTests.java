package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryOutcome;
import dev.ipw.run.RunPhase;
import dev.ipw.series.Experiment;
import dev.ipw.series.Repeats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Starts, follows, stops and closes runs, at once and one after the other. */
class ProfilerStartTests {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);

    @TempDir
    Path runs;

    @Test
    void givesTheRunAsAFuture() throws Exception {
        try (Profiler profiler = profiler(prompt -> "right")) {
            Profiler.RunHandle<ProfileRun> handle = profiler.start();
            ProfileRun run = handle.future().get();
            assertThat(run.efficiency().correct()).isEqualTo(3);
            assertThat(handle.phase()).isEmpty();
            assertThat(handle.progress()).isEmpty();
            handle.cancel();
            assertThat(profiler.run().summary().interrupted()).as("a later run hears nothing of it").isFalse();
        }
    }

    @Test
    void givesASeriesAsAFuture() throws Exception {
        try (Profiler profiler = profiler(prompt -> "right")) {
            Experiment series = profiler.start(Repeats.of(2)).future().get();
            assertThat(series.runs()).hasSize(2);
        }
    }

    @Test
    void failsTheFutureWithWhatTheRunThrows() throws Exception {
        Files.writeString(runs.resolve("file"), "");
        try (Profiler profiler = builder(prompt -> "right").output(runs.resolve("file")).build()) {
            assertThatThrownBy(() -> profiler.start().future().get()).isInstanceOf(ExecutionException.class)
                    .cause().hasMessageContaining("Cannot make a run directory");
        }
    }

    @Test
    void keepsWhatHasFinishedWhereItIsCancelled() throws Exception {
        AtomicInteger prompts = new AtomicInteger();
        try (Profiler profiler = profiler(prompt -> prompts.incrementAndGet() == 1 ? "right" : await())) {
            Profiler.RunHandle<ProfileRun> handle = profiler.start();
            asked.await();
            assertThat(handle.phase()).isPresent();
            handle.cancel();
            ProfileRun run = handle.future().get();
            assertThat(run.summary().interrupted()).isTrue();
            assertThat(run.efficiency().correct()).isEqualTo(1);
        }
    }

    @Test
    void stopsTheRunWhoseFutureIsCancelled() throws Exception {
        Profiler profiler = profiler(prompt -> await());
        CompletableFuture<ProfileRun> future = profiler.start().future();
        asked.await();
        future.cancel(true);
        profiler.close();
        assertThat(onlyRun().summary().interrupted()).isTrue();
    }

    @Test
    void refusesASecondRunWhileOneGoes() throws Exception {
        try (Profiler profiler = profiler(prompt -> await())) {
            Profiler.RunHandle<ProfileRun> handle = profiler.start();
            asked.await();
            assertThatThrownBy(profiler::run).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("A run of this profiler is going");
            assertThatThrownBy(profiler::start).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> profiler.run(Repeats.of(2))).isInstanceOf(IllegalStateException.class);
            answers.countDown();
            assertThat(handle.future().get().summary().interrupted()).isFalse();
        }
    }

    @Test
    void refusesToRunOnceItIsClosed() {
        Profiler profiler = profiler(prompt -> "right");
        profiler.close();
        profiler.close();
        assertThatThrownBy(profiler::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        assertThatThrownBy(profiler::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        assertThat(runs).isEmptyDirectory();
    }

    @Test
    void endsTheRunAndWaitsForItsResultsWhereItIsClosed() throws Exception {
        Profiler profiler = profiler(prompt -> await());
        profiler.start();
        asked.await();
        profiler.close();
        assertThat(onlyRun().summary().interrupted()).isTrue();
    }

    @Test
    void canBeClosedByAListenerOfItsRun() throws Exception {
        AtomicReference<Profiler> closing = new AtomicReference<>();
        Profiler profiler = builder(prompt -> "right").listener(new ProfilerListener() {
            @Override
            public void queryFinished(QueryOutcome outcome) {
                closing.get().close();
            }
        }).build();
        closing.set(profiler);
        ProfileRun run = profiler.run();
        assertThat(run.summary().totals().queries()).isBetween(1L, 3L);
        assertThatThrownBy(profiler::run).hasMessageContaining("closed");
    }

    @Test
    void stopsARunBeforeItsFirstQuestion() throws Exception {
        AtomicReference<Profiler> stopping = new AtomicReference<>();
        FakeClient client = new FakeClient(prompt -> "right");
        try (Profiler profiler = builder(client).listener(new ProfilerListener() {
            @Override
            public void phaseStarted(RunPhase phase) {
                stopping.get().stop();
            }
        }).build()) {
            stopping.set(profiler);
            assertThat(profiler.run().summary().interrupted()).isTrue();
            assertThat(client.prompts).isEmpty();
        }
    }

    @Test
    void leavesNothingOfATemporaryRunInTheFolderOfRuns() throws Exception {
        try (Profiler profiler = builder(prompt -> "right").storage(where -> where.asTemporary()).build()) {
            ProfileRun run = profiler.run();
            assertThat(run.efficiency().correct()).isEqualTo(3);
            assertThat(run.path()).exists();
            assertThat(profiler.run().path()).isNotEqualTo(run.path());
            assertThat(profiler.run(Repeats.of(2)).runs()).hasSize(2);
        }
        assertThat(runs).isEmptyDirectory();
    }

    @Test
    @Tag("process")
    void deletesTemporaryRunsAtTheEndOfTheJavaRuntime() throws Exception {
        Process program = ProgramProcess.start(TemporaryRunProgram.class, runs);
        assertThat(program.waitFor()).as(Files.readString(runs.resolve("err.txt"))).isZero();
        Path run = Path.of(Files.readString(runs.resolve("path.txt")));
        assertThat(run.getFileName().toString()).startsWith("profile_");
        assertThat(run.getParent()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"resume", "overwrite"})
    void refusesToResumeOrReplaceATemporaryRun(String what) {
        assertThatThrownBy(() -> builder(prompt -> "right").storage(where -> (what.equals("resume")
                ? where.resume(true)
                : where.overwrite(true)).asTemporary()).build())
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("temporary");
    }

    @Test
    void findsUnknownCollectorsAndTakenNamesBeforeAnythingRuns() throws Exception {
        assertThatThrownBy(() -> builder(prompt -> "right").measurement(how -> how.telemetry("nvlm")).build())
                .hasMessageContaining("Unknown collector 'nvlm'");
        assertThatThrownBy(() -> builder(prompt -> "right").measurement(how -> how.telemetry("powercap")).build())
                .hasMessageContaining("Add the dependency dev.ipw:ipw-telemetry-native");
        assertThatThrownBy(() -> Profiler.builder().client("embedded").build())
                .hasMessageContaining("Add the dependency dev.ipw:ipw-embedded-model");
        Files.createDirectory(runs.resolve("taken"));
        assertThatThrownBy(() -> builder(prompt -> "right").storage(where -> where.runName("taken")).build())
                .hasMessageContaining("exists already");
    }

    private static FakeDataset questions() {
        return new FakeDataset(IntStream.range(0, 3)
                .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "right")).toList());
    }

    private String await() throws InterruptedException {
        asked.countDown();
        answers.await();
        return "right";
    }

    private ProfileRun onlyRun() throws Exception {
        try (Stream<Path> all = Files.list(runs)) {
            return ProfileRun.open(all.toList().getFirst());
        }
    }

    private Profiler profiler(FakeClient.Rule rule) {
        return builder(rule).build();
    }

    private ProfilerBuilder builder(FakeClient.Rule rule) {
        return builder(new FakeClient(rule));
    }

    private ProfilerBuilder builder(FakeClient client) {
        return Profiler.builder().client(client).dataset(questions()).output(runs)
                .measurement(how -> how.warmupQueries(0).telemetry("none").calibration(false))
                .evaluator((question, outcome) -> outcome.answer().equals("right")
                        ? Evaluation.correct()
                        : Evaluation.incorrect("not right"));
    }
}
