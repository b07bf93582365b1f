package dev.ipw;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("real-time")
class ProfilerInterruptionTests {
    private final CountDownLatch never = new CountDownLatch(1);

    @TempDir
    Path runs;

    @Test
    void judgesAndKeepsWhatHasFinishedAndRestoresTheInterrupt() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        FakeClient client = new FakeClient(prompt -> {
            if (asked.incrementAndGet() > 4) {
                never.await();
            }
            return "right";
        });
        ProfileRun run = run(client, 0, new ProfilerListener() {
            private int finished;

            @Override
            public void queryFinished(QueryOutcome outcome) {
                finished++;
                if (finished == 4) {
                    Thread.currentThread().interrupt();
                }
            }
        });

        assertThat(run.summary().interrupted()).isTrue();
        assertThat(run.efficiency().correct()).isEqualTo(4);
        try (Stream<ProfilingRecord> records = run.records()) {
            assertThat(records).hasSize(4).allMatch(record -> record.evaluation().isPresent());
        }
        assertThat(run.path().resolve("analysis").resolve("accuracy.json")).exists();
    }

    @Test
    void asksNoQuestionAfterAnInterruptDuringTheWarmUp() throws InterruptedException {
        Thread profiling = Thread.currentThread();
        FakeClient client = new FakeClient(prompt -> {
            profiling.interrupt();
            never.await();
            return "right";
        });

        ProfileRun run = run(client, 1, new ProfilerListener() {
        });

        assertThat(client.prompts).hasSize(1);
        assertThat(run.summary().interrupted()).isTrue();
        assertThat(run.summary().totals().queries()).isZero();
    }

    private ProfileRun run(FakeClient client, int warmUp, ProfilerListener listener) throws InterruptedException {
        try (Profiler profiler = Profiler.builder().client(client).dataset(new TenQuestions())
                .measurement(how -> how.warmupQueries(warmUp).telemetry("none"))
                .evaluator(
                        (question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "always",
                                Map.of()))
                .output(runs).listener(listener).build()) {
            ProfileRun run = profiler.run();
            assertThat(Thread.interrupted()).as("the interrupt is restored").isTrue();
            return run;
        }
    }

    private static final class TenQuestions implements Dataset {
        @Override
        public String id() {
            return "ten";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, 10)
                    .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "right"));
        }
    }
}
