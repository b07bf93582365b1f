package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunSummary.JudgingEnergy;
import dev.ipw.run.RunSummary.JudgingEnergy.DeviceJudging;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What judges draw stands on a line of its own, in no figure of the model, and nothing is lost or counted twice. */
@Tag("real-time")
@Tag("statistical")
class JudgingEnergyTests {
    private static final int QUESTIONS = 4;
    /** One sample of the fabricated counter, at the most that is drawn. */
    private static final double MAX_WATTS = 500;
    private static final double STEP_JOULES = MAX_WATTS * 0.01;

    @TempDir
    private Path runs;

    /** What a device draws: so many watts from each of these seconds on. */
    private static final class Power {
        private final TreeMap<Double, Double> levels = new TreeMap<>(Map.of(-1e9, 40.0));

        void from(double second, double watts) {
            levels.put(second, watts);
        }

        double watts(double second) {
            return levels.floorEntry(second).getValue();
        }

        double joules(double start, double end) {
            double joules = 0;
            double at = start;
            while (at < end) {
                Double next = levels.higherKey(at);
                double until = next == null ? end : Math.min(end, next);
                joules += (until - at) * watts(at);
                at = until;
            }
            return joules;
        }
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, Draws.of(2, 8));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsDrawnWhileJudgesAreAskedIsTheirsAndTheRestStaysWhereItWas(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Power power = new Power();
        FabricatedRun made = new FabricatedRun(runs.resolve("made"), LoadSettings.ofConcurrency(1)).with("gpu-0",
                new FabricatedRun.Device(Scope.GPU, 40, 0));
        double second = 0;
        double queries = 0;
        for (int query = 0; query < 3 + random.nextInt(4); query++) {
            double end = second + random.nextDouble(2, 4);
            power.from(second, random.nextDouble(100, MAX_WATTS));
            power.from(end, 40);
            made.with(new FabricatedRun.Query("any", second, second + 0.5, end, 10, Verdict.CORRECT));
            queries += power.joules(second, end);
            second = end;
        }
        double measuredEnd = second;
        List<double[]> asked = new ArrayList<>();
        for (int call = 0; call < 1 + random.nextInt(6); call++) {
            double start = second + random.nextDouble(0.5, 3);
            double end = start + random.nextDouble(0.5, 5);
            power.from(start, random.nextDouble(100, MAX_WATTS));
            power.from(end, random.nextDouble(20, 60));
            made.judging(start, end);
            asked.add(new double[]{start, end});
            second = end;
        }
        ProfileRun run = made.drawing(power::watts).finish();

        JudgingEnergy judging = run.summary().judging().orElseThrow();
        double truth = asked.stream().mapToDouble(span -> power.joules(span[0], span[1])).sum();
        EnergyReading energy = judging.energy();
        String told = energy + ", in truth " + truth + " J";
        assertThat(energy.provenance()).isEqualTo(Provenance.MEASURED);
        assertThat(energy.isComplete()).as(told).isTrue();
        assertThat(truth).as(told).isBetween(energy.lower().orElseThrow(), energy.upper().orElseThrow());
        assertThat(energy.joules().orElseThrow()).as(told).isCloseTo(truth, within(2 * asked.size() * STEP_JOULES));
        assertThat(judging.localCalls()).isEqualTo(asked.size());

        DeviceJudging device = judging.devices().getFirst();
        assertThat(device.judgingJoules().orElseThrow() + device.idleJoules().orElseThrow()
                + device.otherJoules().orElseThrow())
                .isCloseTo(device.total().joules().orElseThrow(), within(1e-9 * device.total().joules().orElseThrow()));
        assertThat(device.total().joules().orElseThrow()).isCloseTo(power.joules(measuredEnd, second + 1),
                within(2 * STEP_JOULES));

        DeviceTotals model = run.summary().totals().devices().getFirst();
        assertThat(model.total().joules().orElseThrow()).isCloseTo(queries, within(2 * STEP_JOULES));
        double all = model.requestsJoules().orElseThrow() + model.abandonedJoules().orElseThrow()
                + model.idleJoules().orElseThrow() + model.otherJoules().orElseThrow()
                + device.judgingJoules().orElseThrow() + device.idleJoules().orElseThrow()
                + device.otherJoules().orElseThrow();
        double devices = model.total().joules().orElseThrow() + device.total().joules().orElseThrow();
        assertThat(all).isCloseTo(devices, within(1e-9 * devices));
    }

    @Test
    void whereReadingsEndTheFigureIsAPartAndItsBoundHoldsTheTruth() throws IOException {
        Power power = new Power();
        power.from(0, 300);
        power.from(3, 40);
        power.from(4, 250);
        power.from(9, 40);
        ProfileRun run = new FabricatedRun(runs.resolve("made"), LoadSettings.ofConcurrency(1))
                .with("gpu-0", new FabricatedRun.Device(Scope.GPU, 40, 0))
                .with(new FabricatedRun.Query("any", 0, 0.5, 3, 10, Verdict.CORRECT)).judging(4, 9)
                .without(second -> second > 6).drawing(power::watts).finish();

        EnergyReading energy = run.summary().judging().orElseThrow().energy();

        assertThat(energy.flags()).as(energy.toString()).contains(EnergyFlag.PARTIAL);
        assertThat(energy.joules().orElseThrow()).isCloseTo(power.joules(4, 6), within(2 * STEP_JOULES));
        assertThat(energy.upperBound().orElseThrow()).isGreaterThanOrEqualTo(power.joules(4, 9));
    }

    private ProfilerBuilder builder() {
        return builder(ServingHost.LOCAL);
    }

    private ProfilerBuilder builder(ServingHost host) {
        return Profiler.builder().client(new FakeClient(prompt -> "right", host))
                .dataset(new FakeDataset(IntStream.range(0, QUESTIONS)
                        .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "right")).toList()))
                .measurement(how -> how.calibration(false).warmupQueries(0).idleSeconds(0).telemetry("none"))
                .output(runs).storage(where -> where.runName("run"))
                .plugins(known -> known.discovery(false).telemetrySource(new SteadySource()));
    }

    private static JudgingEnergy judged(ProfilerBuilder builder, FakeClient model, AskingJudge.Maker maker)
            throws InterruptedException {
        try (Profiler profiler = builder
                .plugins(known -> known.register(new AskedModel(model)).register(new AskingJudge(maker)))
                .evaluation(how -> how.evaluator("judge").concurrency(2)).build()) {
            ProfileRun run = profiler.run();
            assertThat(ProfileRun.open(run.path()).summary().judging()).isEqualTo(run.summary().judging());
            return run.summary().judging().orElseThrow();
        }
    }

    private static Evaluator asking(InferenceClient model) {
        return (question, outcome) -> right(ask(model));
    }

    private static EvaluationUsage ask(InferenceClient model) throws InterruptedException {
        try {
            return EvaluationUsage.ofCall(model.infer(InferenceRequest.ofPrompt("1+1?", GenerationOptions.defaults()),
                    new TimelineRecorder(System.nanoTime())).usage());
        } catch (InferenceException failed) {
            return EvaluationUsage.ofCall(TokenUsage.absent());
        }
    }

    private static Evaluation right(EvaluationUsage usage) {
        return new Evaluation(Verdict.CORRECT, Optional.empty(), "right", Map.of()).withUsage(usage);
    }

    @Test
    void aJudgeOnThisMachineHasJoulesOfItsCallsOnly() throws InterruptedException {
        FakeClient model = new FakeClient(prompt -> {
            TimeUnit.MILLISECONDS.sleep(60);
            return "YES";
        });

        JudgingEnergy judging = judged(builder(), model, JudgingEnergyTests::asking);

        assertThat(judging.localCalls()).isEqualTo(QUESTIONS);
        assertThat(judging.callsWithoutEnergy()).isZero();
        assertThat(judging.energy().joules().orElseThrow()).as("two at a time, each for 60 ms or longer, at 50 W")
                .isGreaterThan(0.9 * QUESTIONS / 2 * 0.06 * SteadySource.WATTS);
        assertThat(judging.energy().joules().orElseThrow())
                .isLessThanOrEqualTo(judging.devices().getFirst().total().joules().orElseThrow() * (1 + 1e-9));
    }

    @Test
    void aJudgeHereIsReadWhereTheModelIsElsewhere() throws InterruptedException {
        JudgingEnergy judging = judged(builder(ServingHost.REMOTE), new FakeClient(prompt -> {
            TimeUnit.MILLISECONDS.sleep(60);
            return "YES";
        }), JudgingEnergyTests::asking);

        assertThat(judging.energy().isAvailable()).as(judging.energy().toString()).isTrue();
        assertThat(judging.devices()).singleElement()
                .satisfies(device -> assertThat(device.device()).isEqualTo("package-0"));
    }

    @Test
    void aJudgeHereWithoutSensorsHasNoJoules() throws InterruptedException {
        try (Profiler profiler = Profiler.builder().client(new FakeClient(prompt -> "right"))
                .dataset(new FakeDataset(List.of(DatasetRecord.of("q", "question", "right"))))
                .measurement(how -> how.calibration(false).warmupQueries(0).idleSeconds(0).telemetry("none"))
                .output(runs)
                .plugins(known -> known.discovery(false).register(new AskedModel(new FakeClient(prompt -> "YES")))
                        .register(new AskingJudge(JudgingEnergyTests::asking)))
                .evaluation(how -> how.evaluator("judge")).build()) {
            EnergyReading energy = profiler.run().summary().judging().orElseThrow().energy();

            assertThat(energy.provenance()).isEqualTo(Provenance.UNAVAILABLE);
            assertThat(energy.reason().orElseThrow()).contains("1 calls went to a judge on this machine");
        }
    }

    @Test
    void aJudgeElsewhereHasNoJoulesAndTheReasonIsGiven() throws InterruptedException {
        JudgingEnergy judging = judged(builder(), new FakeClient(prompt -> "YES", ServingHost.REMOTE),
                JudgingEnergyTests::asking);

        assertThat(judging.remoteCalls()).isEqualTo(QUESTIONS);
        assertThat(judging.energy().provenance()).isEqualTo(Provenance.UNAVAILABLE);
        assertThat(judging.energy().reason().orElseThrow()).contains(QUESTIONS + " calls", "another machine");
        assertThat(judging.devices()).isEmpty();
    }

    @Test
    void aJudgementOfTheCacheCostsNothingAndSaysSo() throws InterruptedException {
        JudgingEnergy judging = judged(builder(), new FakeClient(prompt -> "YES"),
                model -> (question, outcome) -> right(EvaluationUsage.NONE.withCacheHits(1)));

        assertThat(judging.cacheHits()).isEqualTo(QUESTIONS);
        assertThat(judging.energy().joules()).hasValue(0);
        assertThat(judging.energy().source()).contains("cache", "" + QUESTIONS);
    }

    @Test
    void callsThatNobodySawLeaveNoFigure() throws InterruptedException {
        JudgingEnergy judging = judged(builder(), new FakeClient(prompt -> "YES"),
                model -> (question, outcome) -> right(EvaluationUsage.ofCall(TokenUsage.server(9, 9))));

        assertThat(judging.otherCalls()).isEqualTo(QUESTIONS);
        assertThat(judging.energy().reason().orElseThrow()).contains("not known which machine");
    }

    @Test
    void someCallsThatNobodySawLeaveAPart() throws InterruptedException {
        JudgingEnergy judging = judged(builder(), new FakeClient(prompt -> "YES"),
                model -> (question, outcome) -> right(
                        ask(model).plus(EvaluationUsage.ofCall(TokenUsage.server(9, 9)))));

        assertThat(judging.localCalls()).isEqualTo(QUESTIONS);
        assertThat(judging.otherCalls()).isEqualTo(QUESTIONS);
        assertThat(judging.energy().isComplete()).isFalse();
    }

    @Test
    void anEvaluatorThatAsksNoModelHasNoLine() throws InterruptedException {
        try (Profiler profiler = builder().evaluator((question, outcome) -> right(EvaluationUsage.NONE)).build()) {
            assertThat(profiler.run().summary().judging()).isEmpty();
        }
    }
}
