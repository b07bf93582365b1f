package dev.ipw;

import dev.ipw.error.InputException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunPhase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class ProfilerEndTests {
    @TempDir
    Path runs;

    @Test
    void stoppingKeepsWhatHasFinished() throws InterruptedException {
        AtomicInteger answered = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        ProfilerBuilder builder = AskedSums.builder(runs, new FakeClient(prompt -> {
            if (prompt.contains("question") && answered.incrementAndGet() > 4) {
                never.await();
            }
            return AskedSums.answer(prompt);
        }), 50);
        Profiler[] profiler = new Profiler[1];
        builder.listener(new ProfilerListener() {
            private int finished;

            @Override
            public void queryFinished(QueryOutcome outcome) {
                finished++;
                if (finished == 4) {
                    profiler[0].stop();
                }
            }
        });
        profiler[0] = builder.build();

        ProfileRun run = profiler[0].run();

        assertThat(run.summary().interrupted()).isTrue();
        assertThat(AskedSums.records(run)).hasSize(4);
    }

    @Test
    void tellsListenersOnTheCallersThread() throws InterruptedException {
        List<RunPhase> phases = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<RunProgress> progress = new ArrayList<>();
        AskedSums.run(AskedSums.builder(runs, new FakeClient(AskedSums::answer), 5).listener(new ProfilerListener() {
            @Override
            public void phaseStarted(RunPhase phase) {
                phases.add(phase);
            }

            @Override
            public void progressed(RunPhase phase, RunProgress now) {
                threads.add(Thread.currentThread());
                if (phase == RunPhase.MEASURING) {
                    progress.add(now);
                }
            }
        }).listener(new ProfilerListener() {
            @Override
            public void phaseStarted(RunPhase phase) {
                throw new IllegalStateException("a listener of the test fails");
            }
        }));

        assertThat(phases).containsSubsequence(RunPhase.WARMING_UP, RunPhase.MEASURING, RunPhase.EVALUATING,
                RunPhase.FINISHING);
        assertThat(threads).containsOnly(Thread.currentThread());
        assertThat(progress.getLast().finished()).isEqualTo(5);
    }

    @Test
    void aRunThatWasCutOffIsFinishedFromItsJournal() throws InterruptedException, IOException {
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, new FakeClient(AskedSums::answer), 8));
        List<ProfilingRecord> before = AskedSums.records(run);
        Files.delete(run.path().resolve("summary.json"));
        Files.delete(run.path().resolve("state.json"));
        Path journal = run.path().resolve("journal.jsonl");
        byte[] whole = Files.readAllBytes(journal);
        Files.write(journal, Arrays.copyOf(whole, whole.length - 20));

        assertThatThrownBy(() -> ProfileRun.open(run.path())).isInstanceOf(InputException.class)
                .hasMessageContaining("cut off");
        ProfileRun recovered = ProfileRun.recover(run.path());

        assertThat(recovered.summary().interrupted()).isTrue();
        assertThat(AskedSums.records(recovered)).isEqualTo(before);
    }

    @Test
    void aRunThatWasKilledAfterItsLastQuestionWasNotEndedEarly() throws InterruptedException, IOException {
        ProfileRun run = AskedSums.run(AskedSums.builder(runs, new FakeClient(AskedSums::answer), 8).maxQueries(8));
        Files.delete(run.path().resolve("summary.json"));
        Files.delete(run.path().resolve("state.json"));

        assertThat(ProfileRun.recover(run.path()).summary().interrupted()).isFalse();
    }

    @Test
    void aRunThatWasKilledBeforeItWasJudgedIsJudgedWhenItIsFinished() throws InterruptedException, IOException {
        ProfileRun run = AskedSums
                .run(Profiler.builder().client(new FakeClient(AskedSums::answer)).dataset(AskedSums.questions(6))
                        .output(runs).measurement(how -> how.telemetry("none")));
        Files.delete(run.path().resolve("summary.json"));
        Files.delete(run.path().resolve("state.json"));
        Path journal = run.path().resolve("journal.jsonl");
        List<String> kept = Files.readAllLines(journal).stream()
                .filter(line -> line.contains("\"begun\"") || line.contains("\"called\"")
                        || line.contains("\"finished\""))
                .toList();
        Files.write(journal, kept.subList(0, 9));

        ProfileRun recovered = ProfileRun.recover(run.path());

        assertThat(recovered.efficiency().correct()).isEqualTo(4);
        assertThat(recovered.efficiency().scored()).isEqualTo(4);
    }

    @Test
    void requestsThatTheStopCancelledAreNoFailures() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Profiler[] profiler = new Profiler[1];
        ProfilerBuilder builder = AskedSums.builder(runs, new FakeClient(prompt -> {
            if (prompt.matches("question [4-9]")) {
                try {
                    never.await();
                } catch (InterruptedException wrapped) {
                    throw new InferenceException(FailureKind.TRUNCATED, "the connection closed", wrapped);
                }
            }
            return AskedSums.answer(prompt);
        }), 10).load(Load.concurrency(6)).listener(new ProfilerListener() {
            private int finished;

            @Override
            public void queryFinished(QueryOutcome outcome) {
                finished++;
                if (finished == 4) {
                    profiler[0].stop();
                }
            }
        });
        profiler[0] = builder.build();

        ProfileRun run = profiler[0].run();

        assertThat(run.summary().totals().failed()).isZero();
        assertThat(run.summary().interrupted()).isTrue();
        assertThat(AskedSums.records(run)).hasSize(4);
    }
}
