package dev.ipw;

import dev.ipw.cost.PriceList;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What the model calls of an evaluator cost is told apart from the queries' cost, and only where it is known. */
class JudgePricesTests {
    private static final int QUESTIONS = 6;
    /** Four tokens in and three out for each call, at 2 and 10 dollars a million. */
    private static final double EACH_USD = 4 * 2e-6 + 3 * 10e-6;

    @TempDir
    private Path folder;

    private ProfilerBuilder builder(String name) {
        return Profiler.builder().client(new FakeClient(prompt -> "right"))
                .dataset(new FakeDataset(IntStream.range(0, QUESTIONS)
                        .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "right")).toList()))
                .measurement(how -> how.calibration(false).warmupQueries(0).idleSeconds(0).telemetry("none"))
                .output(folder).storage(where -> where.runName(name)).plugins(known -> known.discovery(false));
    }

    private ProfilerBuilder judged(String name, FakeClient model, AskingJudge.Maker maker) {
        return builder(name).plugins(known -> known.register(new AskedModel(model)).register(new AskingJudge(maker)))
                .evaluation(how -> how.evaluator("judge"));
    }

    private PriceList prices() throws IOException {
        Path file = folder.resolve("prices.json");
        Files.writeString(file, """
                {"format": 1, "version": "1", "as_of": "2025-01-01", "prices": [{"provider": "me", "model": "fake:1b",
                 "valid_from": "2024-01-01", "source": "made up", "input_usd_per_million": 2,
                 "output_usd_per_million": 10, "reasoning_usd_per_million": 10, "cached_input_usd_per_million": 2}]}
                """);
        return PriceList.read(file);
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static OptionalDouble dollars(ProfileRun run) {
        EvaluationTotals totals = run.summary().evaluation();
        assertThat(totals.usage().modelCalls()).isPresent();
        return totals.usage().dollars();
    }

    private static FakeClient remote() {
        return new FakeClient(prompt -> "YES", ServingHost.REMOTE);
    }

    /** Ask twice, and count the calls. */
    private static Evaluator twice(InferenceClient model) {
        return (question, outcome) -> right(ask(model).plus(ask(model)));
    }

    private static Evaluation right(EvaluationUsage usage) {
        return new Evaluation(Verdict.CORRECT, Optional.empty(), "right", Map.of()).withUsage(usage);
    }

    private static EvaluationUsage ask(InferenceClient model) throws InterruptedException {
        try {
            return EvaluationUsage.ofCall(model.infer(InferenceRequest.ofPrompt("1+1?", GenerationOptions.defaults()),
                    new TimelineRecorder(System.nanoTime())).usage());
        } catch (InferenceException failed) {
            return EvaluationUsage.ofCall(TokenUsage.absent());
        }
    }

    @Test
    void tokensOfTheJudgeArePricedByItsModelAndInNoCostOfAQuery() throws Exception {
        PriceList prices = prices();
        ProfileRun plain = run(builder("plain").cost(money -> money.prices(prices)).evaluator((question,
                outcome) -> right(EvaluationUsage.NONE)));
        ProfileRun run = run(judged("run", remote(), JudgePricesTests::twice).cost(money -> money.prices(prices)));

        assertThat(dollars(run).orElseThrow()).isCloseTo(QUESTIONS * 2 * EACH_USD, within(1e-12));
        assertThat(run.summary().accounts().cost()).isEqualTo(plain.summary().accounts().cost());
        assertThat(run.summary().accounts().cost().tokensUsd()).isPresent();
    }

    @Test
    void anUnknownPriceIsAbsentAndNotZero() throws Exception {
        ProfileRun run = run(judged("run", remote(), JudgePricesTests::twice));

        assertThat(dollars(run)).isEmpty();
        assertThat(Files.readString(run.path().resolve("summary.json"))).containsPattern("\"dollars\" ?: ?null");
    }

    @Test
    void whatTheEvaluatorTellsItselfStands() throws Exception {
        PriceList prices = prices();
        ProfileRun run = run(judged("run", remote(),
                model -> (question, outcome) -> right(ask(model).withDollars(0.5)))
                .cost(money -> money.prices(prices)));

        assertThat(dollars(run)).hasValue(0.5 * QUESTIONS);
    }

    @Test
    void callsThatWereMadeOtherwiseLeaveItUnknown() throws Exception {
        PriceList prices = prices();
        ProfileRun run = run(judged("run", remote(),
                model -> (question, outcome) -> right(ask(model).plus(EvaluationUsage.ofCall(TokenUsage.server(9, 9)))))
                .cost(money -> money.prices(prices)));

        assertThat(dollars(run)).isEmpty();
    }

    @Test
    void aCallThatWasRefusedCostsNothingAndOneThatBrokeOffIsUnknown() throws Exception {
        PriceList prices = prices();
        ProfileRun refused = run(judged("refused", failingOnce(InferenceException.ofStatus(429, "later")),
                JudgePricesTests::twice).evaluation(how -> how.concurrency(1)).cost(money -> money.prices(prices)));
        ProfileRun brokeOff = run(judged("broke-off",
                failingOnce(new InferenceException(FailureKind.IDLE_TIMEOUT, "silent")), JudgePricesTests::twice)
                .evaluation(how -> how.concurrency(1)).cost(money -> money.prices(prices)));

        assertThat(dollars(refused).orElseThrow()).isCloseTo((2 * QUESTIONS - 1) * EACH_USD, within(1e-12));
        assertThat(dollars(brokeOff)).isEmpty();
    }

    private static FakeClient failingOnce(InferenceException failure) {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        return new FakeClient(prompt -> {
            if (isFirst.getAndSet(false)) {
                throw failure;
            }
            return "YES";
        }, ServingHost.REMOTE);
    }
}
