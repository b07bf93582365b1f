package dev.ipw.cli.result;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import dev.ipw.cli.FakeRuns;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import dev.ipw.testing.ChangedSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Reports runs on a card that draws 100 W. */
@Tag("real-time")
class RunReportTests {
    private static final int QUESTIONS = 8;

    @TempDir
    Path runs;

    @Test
    void saysNothingOfCoverageIfAllIsCovered() throws InterruptedException {
        RunReport report = new RunReport(run(QUESTIONS));
        assertThat(report.coverage().hasHoles()).isFalse();
        assertThat(report.details(300))
                .containsPattern("Energy +MEASURED, gpu: [\\d.]+ m?J \\[[\\d.]+, [\\d.]+] in all")
                .doesNotContain("of 8 queries", "as far as")
                .containsOnlyOnce("sensor itself: ±5 % (not in the intervals)");
        assertThat(report.exitCode()).isEqualTo(ExitCode.FINE);
        assertThat(tree(report).child("energy").child("coverage").whole("with_energy")).isEqualTo(QUESTIONS);
    }

    @Test
    void saysOfHowManyQueriesTheJoulesAreKnownAndWhyOfTheOthersNot() throws InterruptedException {
        RunReport report = new RunReport(run(5));
        EnergyCoverage coverage = report.coverage();
        assertThat(coverage.hasHoles()).isTrue();
        assertThat(coverage.complete()).isEqualTo(5);
        assertThat(coverage.text()).startsWith("5 of 8 queries; ")
                .contains("without: the card's counter: the sensor was lost: it fell off its bus");
        assertThat(report.details(1000))
                .containsPattern("Energy +MEASURED, gpu: [\\d.]+ m?J for the time that was read")
                .contains(coverage.text())
                .containsPattern(
                        "IPJ +- \\(the joules of only [\\d.]+ % of the time are known, and 95 % are needed")
                .containsPattern("IPW +-\n")
                .containsPattern("\n  J/query +at least [\\d.]+ m?J: the known joules over 8 requests\n");
        TreeReader energy = tree(report).child("energy");
        assertThat(energy.child("coverage").whole("with_energy")).isEqualTo(5);
        assertThat(energy.child("coverage").texts("reasons")).singleElement().asString().contains("fell off its bus");
        assertThat(energy.texts("device_flags")).contains("PARTIAL");
        assertThat(energy.real("least_joules_per_query"))
                .isEqualTo(energy.real("device_joules_low") / QUESTIONS);
    }

    @Test
    void saysWhyThereIsNoEnergyAtAll() throws InterruptedException {
        RunReport report = new RunReport(run(0));
        assertThat(report.details(1000)).containsPattern("Energy +MEASURED, gpu: .* for the time that was read .*0 "
                + "of 8 queries; 8 without: .*it fell off its bus");
    }

    @Test
    void saysAboveTheTimesWhetherTheyMayBeTrusted() throws InterruptedException, IOException {
        ProfileRun run = run(QUESTIONS);
        assertThat(new RunReport(FakeRuns.judged(run, "valid", "")).details(1000)).contains("\nTimes: VALID\n")
                .doesNotContain("INVALID");

        RunReport doubtful = new RunReport(FakeRuns.judged(run, "doubtful", "it rained"));
        assertThat(doubtful.details(1000)).contains("\nTimes: DOUBTFUL\n  DOUBTFUL: it rained\n\n")
                .containsPattern("\n  latency from the intended start +[\\d.]+").doesNotContain("INVALID");

        RunReport invalid = new RunReport(FakeRuns.judged(run, "invalid", "it poured"));
        assertThat(invalid.times().isInvalid()).isTrue();
        assertThat(invalid.details(1000)).contains("\nTimes: INVALID\n  INVALID: it poured\n")
                .containsPattern("\n  latency from the intended start \\(INVALID\\) +[\\d.]+")
                .contains("time to first token (INVALID)", "time per output token (INVALID)",
                        "output tokens per second (INVALID)")
                .containsPattern("\n  share, J/query +[\\d.]+");
        TreeReader tree = tree(invalid);
        assertThat(tree.child("verdict").text("level")).isEqualTo("INVALID");
        assertThat(tree.child("verdict").children("reasons")).singleElement()
                .satisfies(reason -> assertThat(reason.text("text")).isEqualTo("it poured"));
        assertThat(tree.child("dimensions").child("time_from_intended_start").text("times")).isEqualTo("INVALID");
        assertThat(tree.child("dimensions").child("energy_joules").optionalText("times")).isEmpty();
    }

    @Test
    void saysOfHowManyAnswersATimeIsThatNotAllHave() throws InterruptedException {
        Sensor counter = Sensor.energyCounter("card", Scope.GPU, "the card's counter", 1e-3, OptionalLong.empty());
        Driven source = steady(counter);
        RunReport report = new RunReport(run(source, QUESTIONS, builder -> builder
                .measurement(how -> how.telemetry("none")).client(new Answers(source, QUESTIONS, 3))));
        assertThat(report.details(1000)).contains("\n  time to first token, n=3 ")
                .doesNotContain("intended start, n=");
    }

    @Test
    void saysSoIfNobodyKnowsWhetherTimesMayBeTrusted() throws InterruptedException, IOException {
        ProfileRun run = run(QUESTIONS);
        Path summary = run.path().resolve("summary.json");
        ChangedSummary.write(run.path(), Files.readString(summary).replace("\"verdict\"", "\"forgotten\""));
        RunReport report = new RunReport(ProfileRun.open(run.path()));
        assertThat(report.details(1000)).contains("\nTimes: UNKNOWN: the run was cut off");
        assertThat(tree(report).optionalChild("verdict")).isEmpty();
    }

    @Test
    void whatAnAgentDidWithoutTheModelIsNotTheModels() throws InterruptedException {
        RunReport report = new RunReport(run(steady(energy("card", Scope.GPU)), QUESTIONS, builder -> builder
                .measurement(how -> how.telemetry("none")).queryRunner(new Unasking())));

        assertThat(report.details(1000)).startsWith("unasking on ")
                .contains("\nTimes: UNKNOWN: no model call was made\n")
                .containsPattern("\n  IPJ +-").containsPattern("\n  IPW +-").doesNotContain("\n  J/query ");
    }

    /** Does nothing. */
    private static final class Unasking implements QueryRunner {
        @Override
        public boolean asksModel() {
            return false;
        }

        @Override
        public Map<String, String> settings() {
            return Map.of("agent", "unasking");
        }

        @Override
        public QueryOutcome run(DatasetRecord question, QuerySession session) {
            return session.finish("done");
        }
    }

    private static TreeReader tree(RunReport report) {
        return TreeReader.ofJson("report", report.tree().json());
    }

    @Test
    void saysWhatFailedWhereTheJoulesAreOnlyEstimated() throws InterruptedException {
        List<Sensor> sensors = List.of(
                Sensor.of("cpu", Scope.PACKAGE, Quantity.SYSTEM_CPU_TIME_NANOS, "processor time"),
                Sensor.of("cpu", Scope.PACKAGE, Quantity.LOGICAL_PROCESSORS, "processors"));
        Driven estimate = new Driven(sensors, sink -> {
            sink.counter(0, System.nanoTime());
            sink.gauge(1, 4);
        });
        RunReport report = new RunReport(
                run(estimate, QUESTIONS, builder -> builder.plugins(known -> known.register(new Forbidden()))
                        .measurement(how -> how.telemetry("auto"))));
        assertThat(report.details(1000)).containsPattern("Energy +ESTIMATED, cpu-estimate").contains(
                "Note: The collector 'card' does not read cards: nobody may. What helps: ask.",
                "The joules are an estimate from processor time instead");
        assertThat(tree(report).texts("warnings")).singleElement().asString().contains("nobody may");
    }

    @Test
    void saysWhatIsIdlePowerAndWhatIsNet() throws InterruptedException {
        RunReport report = new RunReport(run(steady(energy("card", Scope.GPU)), QUESTIONS,
                builder -> builder.measurement(how -> how.telemetry("none").idleSeconds(0.4))));

        assertThat(report.details(1000)).containsPattern(
                "Idle and net +(100|100\\.\\d|99\\.\\d+) W when idle; of [\\d.]+ J gross [\\d.]+ J are idle power, net ");
        TreeReader energy = tree(report).child("energy");
        assertThat(energy.real("idle_watts")).isCloseTo(100, within(0.1));
        assertThat(energy.real("idle_share_joules") + energy.real("net_joules"))
                .isCloseTo(energy.real("device_joules"), within(1e-6));
        assertThat(energy.real("net_sigma_joules")).isPositive();
    }

    @Test
    void knowsNoNetOfJoulesThatAreKnownInPart() throws InterruptedException {
        RunReport report = new RunReport(run(steady(energy("card", Scope.GPU)), 5,
                builder -> builder.measurement(how -> how.telemetry("none").idleSeconds(0.4))));

        assertThat(report.details(1000)).containsPattern("Idle and net +[\\d.]+ m?W when idle; net unknown, since ")
                .doesNotContain("idle power, net");
        TreeReader energy = tree(report).child("energy");
        assertThat(energy.optionalReal("idle_watts")).isPresent();
        assertThat(energy.optionalReal("net_joules")).isEmpty();
    }

    @Test
    void namesTheSumOverSeveralDevicesOfAScope() throws InterruptedException {
        List<Sensor> sensors = List.of(energy("gpu-0", Scope.GPU), energy("gpu-1", Scope.GPU),
                energy("package-0", Scope.PACKAGE), energy("package-1", Scope.PACKAGE), energy("dram-0", Scope.DRAM));
        Driven board = new Driven(sensors, sink -> {
            for (int sensor = 0; sensor < sensors.size(); sensor++) {
                sink.counter(sensor, System.nanoTime() / (10_000 + sensor));
            }
        });
        RunReport report = new RunReport(
                run(board, QUESTIONS, builder -> builder.measurement(how -> how.telemetry("none"))));

        assertThat(report.details(1000)).containsPattern("Energy +MEASURED, gpu\\+package\\+dram: ");
        assertThat(tree(report).child("energy").text("scope")).isEqualTo("gpu+package+dram");
    }

    private static Sensor energy(String device, Scope scope) {
        return Sensor.energyCounter(device, scope, "counter of " + device, 1e-3, OptionalLong.empty());
    }

    @Test
    void aRunOfWhichNothingCouldBeJudgedHasNotSucceeded() throws InterruptedException {
        Sensor counter = Sensor.energyCounter("card", Scope.GPU, "the card's counter", 1e-3, OptionalLong.empty());
        RunReport report = new RunReport(
                run(steady(counter), QUESTIONS, builder -> builder.measurement(how -> how.telemetry("none"))
                        .evaluator((question, outcome) -> {
                            throw new IllegalStateException("no judge today");
                        })));
        assertThat(report.exitCode()).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(report.judged().complaint().orElseThrow()).startsWith("None of 8 answers could be evaluated: ")
                .contains("no judge today");
    }

    @Test
    void aRunOfWhichSomethingCouldBeJudgedHasSucceeded() throws InterruptedException {
        AtomicLong judged = new AtomicLong();
        Sensor counter = Sensor.energyCounter("card", Scope.GPU, "the card's counter", 1e-3, OptionalLong.empty());
        RunReport report = new RunReport(run(steady(counter), QUESTIONS,
                builder -> builder.measurement(how -> how.telemetry("none"))
                        .evaluator((question, outcome) -> judged.incrementAndGet() > 1
                                ? Evaluation.unscored("it cannot tell")
                                : new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "", Map.of()))));
        assertThat(report.exitCode()).isEqualTo(ExitCode.FINE);
        assertThat(report.judged()).isEqualTo(new EvaluatedAnswers(1, 7, Optional.of("it cannot tell")));
    }

    @Test
    void aRunWhoseRightAnswersAreAllEmptyHasNotSucceeded() throws InterruptedException {
        Sensor counter = Sensor.energyCounter("card", Scope.GPU, "the card's counter", 1e-3, OptionalLong.empty());
        RunReport report = new RunReport(run(steady(counter), QUESTIONS,
                builder -> builder.measurement(how -> how.telemetry("none"))
                        .dataset(new Questions(IntStream.range(0, QUESTIONS)
                                .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, ""))
                                .toList()))
                        .evaluator((question, outcome) -> Evaluation
                                .unscored("The record has no answer to compare with"))));
        assertThat(report.exitCode()).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(report.judged().complaint())
                .contains("None of 8 answers could be evaluated: The record has no answer to compare with");
    }

    @Test
    void aRunWhoseAnswersNobodyWasToJudgeHasSucceeded() throws InterruptedException {
        Sensor counter = Sensor.energyCounter("card", Scope.GPU, "the card's counter", 1e-3, OptionalLong.empty());
        RunReport report = new RunReport(
                run(steady(counter), QUESTIONS, builder -> builder.measurement(how -> how.telemetry("none"))
                        .plugins(known -> known.discovery(true)).evaluation(by -> by.evaluator("none"))));
        assertThat(report.exitCode()).isEqualTo(ExitCode.FINE);
        assertThat(report.judged().complaint()).isEmpty();
    }

    private ProfileRun run(int covered) throws InterruptedException {
        Sensor counter = Sensor.energyCounter("card", Scope.GPU, "the card's counter", 1e-3, OptionalLong.empty());
        return run(steady(counter), covered, builder -> builder.measurement(how -> how.telemetry("none")));
    }

    /** Count 100 W. Each tick brings all readings since the last one, so that one which comes late leaves no gap. */
    private static Driven steady(Sensor counter) {
        AtomicLong next = new AtomicLong(System.nanoTime());
        return new Driven(List.of(counter), sink -> {
            for (long now = System.nanoTime(); next.get() - now <= 0; next.addAndGet(2_000_000)) {
                sink.at(next.get(), next.get());
                sink.counter(0, next.get() / 10_000);
            }
        });
    }

    /** Ask all questions, and lose the source before one of them. */
    private ProfileRun run(Driven source, int covered, UnaryOperator<ProfilerBuilder> telemetry)
            throws InterruptedException {
        Dataset questions = new Questions(IntStream.range(0, QUESTIONS)
                .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + number, "yes")).toList());
        ProfilerBuilder builder = Profiler.builder().plugins(known -> known.discovery(false).telemetrySource(source))
                .client(new Answers(source, covered))
                .dataset(questions)
                .evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                        Map.of()))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0)).output(runs);
        try (Profiler profiler = telemetry.apply(builder).build()) {
            return profiler.run();
        }
    }

    /** Stands for a driver that is there and may not be asked. */
    private static final class Forbidden implements TelemetryProvider {
        @Override
        public String id() {
            return "card";
        }

        @Override
        public String description() {
            return "may not be read";
        }

        @Override
        public List<SensorStatus> probe(TelemetryEnvironment environment) {
            return List.of(SensorStatus.failed("card", "cards", "nobody may", "ask"));
        }

        @Override
        public List<TelemetrySource> open(TelemetryEnvironment environment) {
            return List.of();
        }
    }

    private record Questions(List<DatasetRecord> list) implements Dataset {
        @Override
        public String id() {
            return "questions";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return list.stream();
        }
    }

    /** Answers once the source has been read some more. */
    private static final class Answers implements InferenceClient {
        private final Driven source;
        private final int covered;
        private final int inTokens;
        private int asked;

        Answers(Driven source, int covered) {
            this(source, covered, 0);
        }

        Answers(Driven source, int covered, int inTokens) {
            this.source = source;
            this.covered = covered;
            this.inTokens = inTokens;
        }

        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("answers", "answers");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) throws InterruptedException {
            if (asked == covered) {
                // What the question before used is known once the card has been read again.
                source.awaitReadings(3);
                source.lose();
            }
            asked++;
            sink.sent(System.nanoTime());
            source.awaitReadings(10);
            if (asked <= inTokens) {
                sink.chunk(ResponseSink.ChunkKind.ANSWER, "yes", System.nanoTime());
            }
            sink.ended(System.nanoTime());
            return InferenceResponse.of("yes", TokenUsage.absent());
        }
    }

    private static final class Driven implements TelemetrySource {
        private final List<Sensor> sensors;
        private final Consumer<SampleSink> reading;
        private final CountDownLatch readAfterLoss = new CountDownLatch(1);
        private volatile boolean lost;
        private int readings;

        Driven(List<Sensor> sensors, Consumer<SampleSink> reading) {
            this.sensors = sensors;
            this.reading = reading;
        }

        void lose() throws InterruptedException {
            lost = true;
            readAfterLoss.await();
        }

        synchronized void awaitReadings(int more) throws InterruptedException {
            int until = readings + more;
            while (readings < until) {
                wait();
            }
        }

        @Override
        public String id() {
            return "driven";
        }

        @Override
        public List<Sensor> sensors() {
            return sensors;
        }

        @Override
        public Duration period() {
            return Duration.ofMillis(2);
        }

        @Override
        public synchronized void sample(SampleSink sink) {
            readings++;
            notifyAll();
            if (lost) {
                sink.lost(0, "it fell off its bus");
                readAfterLoss.countDown();
            } else {
                reading.accept(sink);
            }
        }

        @Override
        public void close() {}
    }
}
