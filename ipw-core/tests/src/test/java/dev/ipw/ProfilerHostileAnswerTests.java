package dev.ipw;

import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseFlag;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.telemetry.recorded.ReplayProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A server, a client or a sensor that tells nonsense costs a run no more than what the nonsense is about. */
@Tag("fuzz")
class ProfilerHostileAnswerTests {
    private static final int QUESTIONS = 4;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, -1, 1L << 53})
    void aCountThatCannotBeCostsItsRowAFigureAndNotTheRun(long count) throws Exception {
        ProfileRun run = run(number -> response("42", number == 0
                ? TokenUsage.server(count, count)
                : TokenUsage.server(7, 2)));

        assertThat(run.summary().totals().outputTokens()).isEmpty();
        assertThat(run.summary().totals().tokens().input()).isEmpty();
        assertThat(run.summary().warnings()).anyMatch(warning -> warning
                .contains("contradicts itself in 1 of 4 requests") && warning.contains("a token count that no answer"));
        assertThat(records(run)).hasSize(QUESTIONS)
                .filteredOn(record -> !record.metrics().tokens().flags().isEmpty()).singleElement()
                .satisfies(record -> {
                    assertThat(record.metrics().tokens().flags()).containsExactly(ResponseFlag.COUNT_OUT_OF_RANGE);
                    assertThat(record.metrics().tokens().output()).isEmpty();
                    assertThat(record.metrics().latency().outputTokensPerSecond()).isEmpty();
                });
    }

    @Test
    void totalsOfTheLargestCountsDoNotOverflow() throws Exception {
        ProfileRun run = run(number -> response("42", TokenUsage.server(TokenUsage.MAX_TOKENS, 1)));

        assertThat(run.summary().totals().tokens().input()).hasValue(QUESTIONS * TokenUsage.MAX_TOKENS);
    }

    @Test
    void noOutputBesideTextIsNotBelieved() throws Exception {
        ProfileRun run = run(number -> response("forty-two", TokenUsage.server(7, 0)));

        assertThat(records(run)).hasSize(QUESTIONS).allSatisfy(record -> {
            assertThat(record.metrics().tokens().flags()).containsExactly(ResponseFlag.NO_OUTPUT_BESIDE_TEXT);
            assertThat(record.metrics().tokens().output()).isEmpty();
            assertThat(record.metrics().tokens().input()).hasValue(7);
        });
        assertThat(run.summary().totals().outputTokens()).isEmpty();
    }

    @Test
    void durationsThatCannotBeAreLeftOut() throws Exception {
        ServerTimings timings = new ServerTimings(OptionalLong.of(Long.MAX_VALUE), OptionalLong.of(-5),
                OptionalLong.of(3), OptionalLong.empty(), OptionalLong.of(Long.MIN_VALUE));
        ProfileRun run = run(number -> new InferenceResponse("42", Optional.empty(), TokenUsage.server(7, 2),
                Optional.of("stop"), timings, OptionalDouble.empty()));

        assertThat(records(run)).hasSize(QUESTIONS).allSatisfy(record -> {
            ServerTimings kept = record.outcome().serverTimings();
            assertThat(kept.flags()).containsExactly(ResponseFlag.DURATION_OUT_OF_RANGE);
            assertThat(kept.queueNanos()).isEmpty();
            assertThat(kept.promptNanos()).hasValue(3);
        });
        assertThat(run.summary().warnings()).anyMatch(warning -> warning.contains("a duration that no answer can"));
    }

    @Test
    void anAnswerThatNoLineOfTheJournalHoldsIsCutAndItsRequestFails() throws Exception {
        String endless = "\u0001".repeat(12 << 20);
        ProfileRun run = run(number -> response(number == 0 ? endless : "42", TokenUsage.server(7, 2)));

        assertThat(run.summary().totals().failed()).isEqualTo(1);
        assertThat(records(run)).hasSize(QUESTIONS).filteredOn(ProfilingRecord::hasFailed).singleElement()
                .satisfies(record -> {
                    assertThat(record.outcome().failure().orElseThrow().kind()).isEqualTo(FailureKind.TOO_LARGE);
                    assertThat(record.outcome().failure().orElseThrow().message()).contains("is cut");
                    assertThat(record.outcome().answer()).hasSizeLessThanOrEqualTo(InferenceResponse.MAX_CHARACTERS);
                });
    }

    @Test
    void aQuestionThatLeavesNoRoomForItsAnswerIsRefusedBeforeAnythingIsAsked() throws Exception {
        Path dataset = Files.writeString(folder.resolve("long.csv"),
                "problem,answer\n" + "\u0001".repeat(3 << 20) + ",42\n");
        AtomicInteger asked = new AtomicInteger();
        try (Profiler profiler = Profiler.builder()
                .client(new ReportingClient(number -> response("42", TokenUsage.server(7, 2)), asked))
                .dataset(dataset.toString()).measurement(how -> how.warmupQueries(0).idleSeconds(0))
                .output(folder.resolve("runs"))
                .plugins(known -> known.discovery(false))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT,
                        Optional.of(outcome.answer()), "any", Map.of()))
                .build()) {
            assertThatThrownBy(profiler::run).isInstanceOf(InputException.class)
                    .hasMessageContaining("bytes in the run's journal").hasMessageContaining("Leave it out");
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void aNameWithoutEndIsShortened() throws Exception {
        String endless = "\u0001m".repeat(8 << 20);
        ProfileRun run = run(number -> new InferenceResponse("42", Optional.empty(), TokenUsage.server(7, 2),
                Optional.of(endless), ServerTimings.UNKNOWN, OptionalDouble.empty(), Optional.of(endless),
                List.of()));

        assertThat(records(run)).hasSize(QUESTIONS).allSatisfy(record -> {
            assertThat(record.outcome().finishReason().orElseThrow()).hasSizeLessThan(300);
            assertThat(record.outcome().servedModel().orElseThrow()).hasSizeLessThan(300);
        });
    }

    @Test
    void aServerThatNamesAnotherModelMidRunIsTold() throws Exception {
        ProfileRun run = run(number -> servedBy(number == 2 ? "other-7b" : "m-2026-01-01"));

        assertThat(run.summary().warnings()).anyMatch(warning -> warning.contains("more than one model")
                && warning.contains("'m-2026-01-01' in 3") && warning.contains("'other-7b' in 1"));
    }

    @Test
    void aModelThatIsNamedOtherwiseAllTheTimeIsNoProblem() throws Exception {
        ProfileRun run = run(number -> servedBy(number % 2 == 0 ? "M-2026-01-01" : "m-2026-01-01"));

        assertThat(run.summary().warnings()).noneMatch(warning -> warning.contains("more than one model"));
    }

    @Test
    void aServerThatNamesNewModelsAllTheTimeFillsNoMemory() throws Exception {
        ProfileRun run = run(number -> servedBy("m" + number), 40);

        assertThat(run.summary().warnings()).anyMatch(warning -> warning.contains("more than one model")
                && warning.contains("and others in 30"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e308", "2e9"})
    void wattsThatNothingDrawsAreLeftOutAndTold(String watts) throws Exception {
        StringBuilder log = new StringBuilder("time_s,device,power_w\n");
        for (int row = 0; row < 6000; row++) {
            log.append(row / 20.0).append(",gpu0,").append(row % 3 == 1 ? watts : "240").append('\n');
        }
        Path file = Files.writeString(folder.resolve("power.csv"), log);
        ProfileRun run = run(number -> response("42", TokenUsage.server(7, 2)), QUESTIONS, "replay:" + file);

        double most = 240 * (run.summary().totals().measuredSeconds() + 10);
        assertThat(run.summary().totals().deviceEnergy().upper().orElse(0)).isLessThanOrEqualTo(most);
        assertThat(run.summary().warnings()).anyMatch(warning -> warning.contains("readings that nothing can have"));
    }

    private static InferenceResponse servedBy(String model) {
        return new InferenceResponse("42", Optional.empty(), TokenUsage.server(7, 2), Optional.of("stop"),
                ServerTimings.UNKNOWN, OptionalDouble.empty(), Optional.of(model), List.of());
    }

    private static InferenceResponse response(String text, TokenUsage usage) {
        return InferenceResponse.of(text, usage);
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = ProfileRun.open(run.path()).records()) {
            return records.toList();
        }
    }

    private ProfileRun run(IntFunction<InferenceResponse> answers) throws Exception {
        return run(answers, QUESTIONS);
    }

    private ProfileRun run(IntFunction<InferenceResponse> answers, int questions, String... telemetry)
            throws IOException, InterruptedException {
        Path dataset = Files.writeString(folder.resolve("questions.csv"), IntStream.range(0, questions)
                .mapToObj(number -> "what is " + number + ",42")
                .collect(Collectors.joining("\n", "problem,answer\n", "\n")));
        ProfilerBuilder builder = Profiler.builder().client(new ReportingClient(answers, new AtomicInteger()))
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "any",
                        Map.of()))
                .dataset(dataset.toString()).measurement(how -> how.warmupQueries(0).idleSeconds(0))
                .output(folder.resolve("runs"))
                .plugins(known -> known.discovery(false).register(new ReplayProvider()));
        for (String collector : telemetry) {
            builder.measurement(how -> how.telemetry(collector));
        }
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    /** Answers the questions one after the other as a test says. */
    private record ReportingClient(IntFunction<InferenceResponse> answers, AtomicInteger asked)
            implements
                InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("telling", "m");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            InferenceResponse answer = answers.apply(asked.getAndIncrement());
            sink.sent(System.nanoTime());
            sink.firstByte(System.nanoTime());
            sink.chunk(ChunkKind.ANSWER, answer.text(), System.nanoTime());
            sink.ended(System.nanoTime());
            return answer;
        }
    }
}
