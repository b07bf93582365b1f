package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.load.Load;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("real-time")
class ProfilerFailureTests {
    private static final String WARM_UP = "Count from one";
    private static final int QUESTIONS = 4;

    @TempDir
    Path runs;

    @Test
    void warmsUpWithAsManyRequestsInFlightAsTheLoadHas() throws InterruptedException {
        Crowd crowd = new Crowd(8);
        run(builder(crowd::answer).load(Load.concurrency(8)).measurement(how -> how.warmupQueries(20)));

        assertThat(crowd.most.get()).isEqualTo(8);
        assertThat(crowd.asked.get()).isEqualTo(20);
    }

    @Test
    void warmsUpForARateWithTheRequestsOfASecond() throws InterruptedException {
        Crowd crowd = new Crowd(3);
        run(builder(crowd::answer).load(Load.constant(2.5).lasting(Duration.ofMillis(1)))
                .measurement(how -> how.warmupQueries(7)));

        assertThat(crowd.most.get()).isEqualTo(3);
        assertThat(crowd.asked.get()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 422})
    void aServerThatRefusesEachWarmUpEndsTheRunBeforeItIsMeasured(int status) throws InterruptedException {
        AtomicInteger questions = new AtomicInteger();
        try (Profiler profiler = builder((prompt, options) -> {
            questions.addAndGet(prompt.startsWith(WARM_UP) ? 0 : 1);
            throw InferenceException.ofStatus(status, "HTTP " + status + ": no such model");
        }).build()) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(profiler::run)
                    .withMessageContaining("refused all 3 warm-up requests").withMessageContaining("no such model");
        }
        assertThat(questions).hasValue(0);
        assertThat(runs).as("the name of the run is free").isEmptyDirectory();
    }

    @Test
    void aRefusedWarmUpRestoresTheRunThatWasToBeReplaced() throws InterruptedException {
        run(builder((prompt, options) -> "right").storage(where -> where.runName("demo")));

        refuseToReplace();

        assertThat(runs.toFile().list()).containsExactly("demo");
        assertThat(ProfileRun.open(runs.resolve("demo")).summary().totals().queries()).isEqualTo(QUESTIONS);
    }

    @Test
    void aRefusedWarmUpKeepsWhatAKilledReplacementHasSetAside() throws Exception {
        run(builder((prompt, options) -> "right").storage(where -> where.runName("demo")));
        Path aside = runs.resolve(".demo.replaced-" + UUID.randomUUID());
        Files.move(runs.resolve("demo"), aside);
        run(builder((prompt, options) -> "other").storage(where -> where.runName("demo")));

        refuseToReplace();

        assertThat(ProfileRun.open(aside).summary().totals().queries()).isEqualTo(QUESTIONS);
        assertThat(runs.resolve("demo")).isDirectory();
    }

    /** Begins a run in place of another, whose server refuses it. */
    private void refuseToReplace() throws InterruptedException {
        try (Profiler profiler = builder((prompt, options) -> {
            throw InferenceException.ofStatus(404, "HTTP 404: no such model");
        }).storage(where -> where.runName("demo").overwrite(true)).build()) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(profiler::run);
        }
    }

    @Test
    void aLimitThatOnlyTheWarmUpHasIsNotTheRunsFault() throws InterruptedException {
        ProfileRun run = run(builder((prompt, options) -> {
            if (options.maxTokens().orElse(0) == 32) {
                throw InferenceException.ofStatus(400, "HTTP 400: max_tokens is too small");
            }
            return "right";
        }));

        assertThat(run.summary().totals().queries()).isEqualTo(QUESTIONS);
        assertThat(run.summary().warnings()).anySatisfy(
                warning -> assertThat(warning).contains("All 3 warm-up requests failed").contains("max_tokens"));
    }

    @Test
    void saysThatAllWarmUpsFailedOrHowMany() throws InterruptedException {
        List<String> heard = new ArrayList<>();
        ProfilerListener listener = new ProfilerListener() {
            @Override
            public void warned(String message) {
                heard.add(message);
            }
        };
        ProfileRun none = run(builder((prompt, options) -> {
            if (prompt.startsWith(WARM_UP)) {
                throw InferenceException.ofStatus(500, "HTTP 500: not yet");
            }
            return "right";
        }).listener(listener));
        AtomicInteger asked = new AtomicInteger();
        ProfileRun some = run(builder((prompt, options) -> {
            if (asked.incrementAndGet() == 2) {
                throw new InferenceException(FailureKind.TRUNCATED, "cut");
            }
            return "right";
        }));

        assertThat(none.summary().warnings()).contains("All 3 warm-up requests failed, so that the model may not have "
                + "been warm when it was measured: HTTP 500: not yet");
        assertThat(heard).containsAll(none.summary().warnings());
        assertThat(some.summary().warnings()).contains("1 of 3 warm-up requests failed: cut");
    }

    @Test
    void saysThatAnEvaluatorAlwaysFailedOrHowOften() throws InterruptedException {
        ProfileRun none = run(builder((prompt, options) -> "right").evaluator((question, outcome) -> {
            throw new IllegalStateException("no judge today");
        }));
        AtomicInteger judged = new AtomicInteger();
        ProfileRun some = run(builder((prompt, options) -> "right").evaluator((question, outcome) -> {
            if (judged.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
            return right(outcome.answer());
        }));

        assertThat(none.summary().warnings()).anySatisfy(warning -> assertThat(warning).startsWith("The evaluator '")
                .contains("failed on all 4 answers").contains("no judge today").contains("None of them"));
        assertThat(some.summary().warnings())
                .anySatisfy(warning -> assertThat(warning).contains("failed on 1 of 4 answers").contains("not yet"));
    }

    @Test
    void saysThatAListenerFailed() throws InterruptedException {
        ProfileRun run = run(builder((prompt, options) -> "right").listener(new ProfilerListener() {
            @Override
            public void queryFinished(QueryOutcome outcome) {
                throw new IllegalStateException("the screen is gone");
            }
        }));

        assertThat(run.summary().totals().queries()).isEqualTo(QUESTIONS);
        assertThat(run.summary().warnings()).anySatisfy(warning -> assertThat(warning).startsWith("The listener ")
                .contains("failed on 4 of ").contains("the screen is gone"));
    }

    @Test
    void keepsWhatTheCheckOfTheClientFound() throws InterruptedException {
        ProfileRun run = run(builder(new Scripted((prompt, options) -> "right") {
            @Override
            public List<String> warnings() {
                return List.of("The server does not list the model 'scripted'.");
            }
        }));

        assertThat(run.summary().warnings()).contains("The server does not list the model 'scripted'.");
    }

    private ProfilerBuilder builder(Script script) {
        return builder(new Scripted(script));
    }

    private ProfilerBuilder builder(InferenceClient client) {
        List<DatasetRecord> questions = IntStream.range(0, QUESTIONS)
                .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "right")).toList();
        return Profiler.builder().client(client).dataset(new FakeDataset(questions))
                .measurement(how -> how.calibration(false).telemetry("none").idleSeconds(0)).output(runs)
                .evaluator((question, outcome) -> right(outcome.answer()));
    }

    private ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static Evaluation right(String answer) {
        return new Evaluation(Verdict.CORRECT, Optional.of(answer), "always", Map.of());
    }

    /** Counts the most in flight, and lets none go before so many are. */
    private static final class Crowd {
        private final CountDownLatch gathered;
        private final AtomicInteger inFlight = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger asked = new AtomicInteger();

        Crowd(int size) {
            gathered = new CountDownLatch(size);
        }

        String answer(String prompt, GenerationOptions options) throws InterruptedException {
            if (prompt.startsWith(WARM_UP)) {
                asked.incrementAndGet();
                most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                gathered.countDown();
                gathered.await();
                inFlight.decrementAndGet();
            }
            return "right";
        }
    }

    @FunctionalInterface
    private interface Script {
        String answer(String prompt, GenerationOptions options) throws InferenceException, InterruptedException;
    }

    private static class Scripted implements InferenceClient {
        private final Script script;

        Scripted(Script script) {
            this.script = script;
        }

        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("scripted", "scripted");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
                throws InferenceException, InterruptedException {
            sink.sent(System.nanoTime());
            String answer = script.answer(request.messages().getLast().text(), request.options());
            return InferenceResponse.of(answer, TokenUsage.server(1, 1));
        }
    }
}
