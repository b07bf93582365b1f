package dev.ipw;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.internal.thread.Cancellation;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.progress.RunProgress;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.internal.finishing.RunAttribution;
import dev.ipw.results.internal.journal.Journal;
import dev.ipw.results.internal.journal.JournalEntry;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunPhase;
import dev.ipw.settings.EvaluationSettings;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Answers without a verdict are judged again if that is asked for, each only so often. */
@Tag("statistical")
class ReEvaluationTests {
    private static final int QUERIES = 20;

    @TempDir
    private Path runs;

    private final Steps steps = new Steps();

    /** A run of which the evaluator could not tell every fourth answer, and did not come to the last one. */
    private ProfileRun run() throws IOException {
        FabricatedRun run = new FabricatedRun(runs.resolve("made"), LoadSettings.ofConcurrency(1)).with("gpu-0",
                new FabricatedRun.Device(Scope.GPU, 50, 150));
        for (int number = 0; number < QUERIES; number++) {
            run.with(new FabricatedRun.Query("sums", number, number + 0.1, number + 1, 5,
                    number == QUERIES - 1 ? null : number % 4 == 0 ? Verdict.UNSCORED : Verdict.INCORRECT));
        }
        return run.finish();
    }

    private static Evaluators judging(Evaluator evaluator) {
        return evaluators(
                Plugins.builder("evaluator", EvaluatorProvider.class).register(new Fixed("exact", evaluator)));
    }

    private static Evaluators evaluators(Plugins.Builder<EvaluatorProvider> providers) {
        return new Evaluators(providers.discovery(false).build(), EvaluatorContext.builder().build(),
                EvaluationSettings.DEFAULTS.concurrency(1));
    }

    private AnalysisResult analyze(ProfileRun run, int mostAttempts, Evaluator evaluator) {
        return run.analyze(new AccuracyAnalysis().evaluatingAgain(mostAttempts), judging(evaluator), steps);
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = ProfileRun.open(run.path()).records()) {
            return records.toList();
        }
    }

    @Test
    void onlyIfAskedFor() throws IOException {
        ProfileRun run = run();
        List<ProfilingRecord> before = records(run);

        AnalysisResult result = run.analyze(new AccuracyAnalysis());

        assertThat(result.summary()).containsEntry("unevaluated", 6L).containsEntry("correct", 0L);
        assertThat(result.warnings())
                .anyMatch(warning -> warning.contains("the analysis option max_evaluation_attempts=3"));
        assertThat(records(run)).isEqualTo(before);
    }

    @Test
    void judgesThoseWithoutAVerdictByTheEvaluatorOfTheRun() throws IOException {
        ProfileRun run = run();
        List<ProfilingRecord> before = records(run);

        // The evaluator 'exact' comes from the class path, and finds all of them right.
        AnalysisResult result = run.analyze(new AccuracyAnalysis().evaluatingAgain(3));

        assertThat(result.summary()).containsEntry("unevaluated", 0L).containsEntry("correct", 6L)
                .containsEntry("total_scored", (long) QUERIES);
        List<ProfilingRecord> after = records(run);
        for (int number = 0; number < QUERIES; number++) {
            ProfilingRecord now = after.get(number);
            assertThat(now.metrics()).isEqualTo(before.get(number).metrics());
            boolean wasOpen = number % 4 == 0 || number == QUERIES - 1;
            assertThat(now.isCorrect()).hasValue(wasOpen);
            assertThat(now.evaluationAttempts()).isEqualTo(number % 4 == 0 ? 2 : 1);
        }
        assertThat(ProfileRun.open(run.path()).summary()).isEqualTo(run.summary());
    }

    @Test
    void keepsTheVerdictsThatThereAreWhenItIsCancelled() throws IOException {
        ProfileRun run = run();
        List<ProfilingRecord> before = records(run);
        AtomicInteger asked = new AtomicInteger();
        try (Cancellation cancellation = Cancellation.ofThisThread()) {
            assertThatThrownBy(() -> analyze(run, 3, (question, outcome) -> {
                if (asked.incrementAndGet() == 3) {
                    cancellation.request();
                }
                return right();
            })).isInstanceOf(CancellationException.class);
        }
        assertThat(asked).hasValue(3);
        assertThat(records(run)).isEqualTo(before);

        AnalysisResult rest = analyze(run, 3, (question, outcome) -> {
            asked.incrementAndGet();
            return right();
        });
        assertThat(asked).hasValue(6);
        assertThat(rest.summary()).containsEntry("unevaluated", 0L).containsEntry("correct", 6L);
    }

    private static Evaluation right() {
        return new Evaluation(Verdict.CORRECT, Optional.empty(), "", Map.of());
    }

    @Test
    void leavesAnAnswerAfterSoManyAttemptsAndKeepsTheLastReason() throws IOException {
        ProfileRun run = run();
        AtomicInteger asked = new AtomicInteger();
        Evaluator failing = (question, outcome) -> {
            throw new IllegalStateException("the judge is out, " + asked.incrementAndGet());
        };

        AnalysisResult second = analyze(run, 3, failing);
        assertThat(asked).hasValue(6);
        assertThat(second.summary()).containsEntry("unevaluated", 6L);
        assertThat(records(run).getFirst().evaluationAttempts()).isEqualTo(2);
        assertThat(records(run).getFirst().evaluation().orElseThrow().reason()).contains("the judge is out, 1");
        analyze(run, 3, failing);
        assertThat(asked).hasValue(12);
        assertThat(records(run).getFirst().evaluationAttempts()).isEqualTo(3);
        analyze(run, 3, failing);
        assertThat(asked).as("only the answer that nobody had judged before has an attempt left").hasValue(13);
        analyze(run, 3, failing);
        assertThat(asked).hasValue(13);
        assertThat(records(run).getLast().evaluationAttempts()).isEqualTo(3);
        assertThat(records(run).getLast().evaluation().orElseThrow().reason()).contains("the judge is out, 13");
    }

    @Test
    void tellsHowFarItIs() throws IOException {
        ProfileRun run = run();

        analyze(run, 2, (question, outcome) -> verdict(Verdict.CORRECT));

        assertThat(steps.phases).containsExactly(RunPhase.EVALUATING, RunPhase.FINISHING);
        assertThat(steps.done).containsExactly("1 of 6", "2 of 6", "3 of 6", "4 of 6", "5 of 6", "6 of 6");
    }

    @Test
    void withNobodyToJudgeChangesNothing() throws IOException {
        ProfileRun run = run();
        List<ProfilingRecord> before = records(run);
        Evaluators nobody = evaluators(Plugins.builder("evaluator", EvaluatorProvider.class));

        assertThatThrownBy(() -> run.analyze(new AccuracyAnalysis().evaluatingAgain(3), nobody, steps))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("exact");

        assertThat(records(run)).isEqualTo(before);
        Files.delete(run.path().resolve("journal.jsonl"));
        assertThatThrownBy(() -> analyze(run, 3, (question, outcome) -> verdict(Verdict.CORRECT)))
                .isInstanceOf(InputException.class).hasMessageContaining("journal.jsonl");
        assertThat(records(run)).isEqualTo(before);
    }

    @Test
    void whatWasJudgedBeforeItWasCutOffIsNotJudgedTwice() throws IOException {
        ProfileRun run = run();
        // What a process leaves behind that was killed while it judged: verdicts that the dataset does not have.
        try (Journal journal = Journal.append(run.path().resolve("journal.jsonl"))) {
            for (int number = 0; number < QUERIES; number += 4) {
                journal.append(new JournalEntry.Evaluated("q" + number, verdict(Verdict.CORRECT), 2));
            }
            journal.append(new JournalEntry.Evaluated("q" + (QUERIES - 1), verdict(Verdict.CORRECT), 1));
        }

        AnalysisResult result = analyze(run, 3, (question, outcome) -> {
            throw new IllegalStateException("nobody was to be asked");
        });

        assertThat(result.summary()).containsEntry("unevaluated", 0L).containsEntry("correct", 6L);
    }

    @Test
    void keepsTheRuleByWhichJoulesWereShared() throws IOException {
        ProfileRun run = run();
        RunAttribution.rewrite(run.reader(), AttributionRule.EQUAL);

        analyze(ProfileRun.open(run.path()), 2, (question, outcome) -> verdict(Verdict.CORRECT));

        assertThat(ProfileRun.open(run.path()).summary().totals().devices().getFirst().attribution().orElseThrow()
                .rule()).isEqualTo(AttributionRule.EQUAL);
        assertThat(records(run)).allSatisfy(record -> assertThat(record.isCorrect()).isPresent());
    }

    @Test
    void wouldRatherNotJudgeThanLoseJoules() throws IOException {
        ProfileRun run = run();
        double joules = run.summary().totals().deviceEnergy().joules().orElseThrow();
        Path telemetry = run.path().resolve("telemetry");
        Path away = Files.move(telemetry, runs.resolve("away"));
        Evaluator nobody = (question, outcome) -> {
            throw new IllegalStateException("nobody was to be asked");
        };

        assertThatThrownBy(() -> analyze(run, 3, nobody)).isInstanceOf(InputException.class)
                .hasMessageContaining(run.path().toString()).hasMessageContaining("joules of gpu-0")
                .hasMessageContaining("telemetry").hasMessageContaining("Restore the folder");
        assertThatThrownBy(() -> RunAttribution.rewrite(run.reader(), AttributionRule.EQUAL))
                .isInstanceOf(InputException.class);

        assertThat(ProfileRun.open(run.path()).summary().totals().deviceEnergy().joules()).hasValue(joules);
        assertThat(records(run).getFirst().evaluationAttempts()).isEqualTo(1);
        Files.move(away, telemetry);
        assertThat(analyze(run, 3, (question, outcome) -> verdict(Verdict.CORRECT)).summary())
                .containsEntry("unevaluated", 0L);
        assertThat(run.summary().totals().deviceEnergy().joules()).hasValue(joules);
    }

    /** One sensor of two that is gone would leave a headline that is smaller. */
    @Test
    void doesNotLoseTheJoulesOfOneDeviceEither() throws IOException {
        ProfileRun run = run();
        try (Stream<Path> files = Files.list(run.path().resolve("telemetry"))) {
            Path samples = files.filter(file -> file.toString().endsWith(".arrow")).findFirst().orElseThrow();
            byte[] bytes = Files.readAllBytes(samples);
            Files.write(samples, Arrays.copyOf(bytes, bytes.length / 2));
        }

        assertThatThrownBy(() -> RunAttribution.rewrite(run.reader(), AttributionRule.EQUAL))
                .isInstanceOf(InputException.class).hasMessageContaining("joules of gpu-0");
        assertThat(ProfileRun.open(run.path()).summary()).isEqualTo(run.summary());
    }

    @Test
    void givesTheNewSummaryAndRecordsAfterwards() throws IOException {
        ProfileRun run = run();
        RunAttribution.rewrite(run.reader(), AttributionRule.EQUAL);

        run.analyze(new AccuracyAnalysis().evaluatingAgain(2));

        assertThat(run.summary().totals().devices()).isEqualTo(
                ProfileRun.open(run.path()).summary().totals().devices());
        assertThat(run.efficiency().unscored()).isZero();
    }

    @Test
    void byAnotherEvaluatorWhereTheOneOfTheRunIsNotThere() throws IOException {
        ProfileRun run = run();
        Evaluators others = evaluators(Plugins.builder("evaluator", EvaluatorProvider.class)
                .register(new Fixed("by-hand", (question, outcome) -> verdict(Verdict.CORRECT))));

        assertThat(run.analyze(new AccuracyAnalysis(), others, steps).warnings()).anyMatch(warning -> warning.contains(
                "there is no evaluator exact here, but the analysis option max_evaluation_attempts=3 and evaluator=ID "
                        + "evaluate them with another"));
        assertThatThrownBy(() -> run.analyze(new AccuracyAnalysis().evaluatingAgain(3), others, steps))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("'exact'", "the analysis option evaluator=ID", "[by-hand]");
        assertThatThrownBy(
                () -> run.analyze(new AccuracyAnalysis().evaluatingAgain(3).evaluatingBy("by-foot"), others, steps))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("by-foot");

        AnalysisResult result = run.analyze(new AccuracyAnalysis().evaluatingAgain(3).evaluatingBy("By_Hand"), others,
                steps);

        assertThat(result.summary()).containsEntry("unevaluated", 0L).containsEntry("correct", 6L);
        assertThat(records(run)).extracting(ProfilingRecord::evaluator).filteredOn("by-hand"::equals).hasSize(6);
        assertThat(records(run).getFirst().evaluator()).isEqualTo("by-hand");
        assertThat(records(run).get(1).evaluator()).isEqualTo("exact");
        assertThat(Files.readString(run.path().resolve("journal.jsonl"))).contains("\"evaluator\":\"by-hand\"");
        RunAttribution.rewrite(run.reader(), AttributionRule.AUTO);
        assertThat(records(run).getFirst().evaluator()).isEqualTo("by-hand");
        // Nobody who is not there has to judge anything any more.
        assertThat(run.analyze(new AccuracyAnalysis().evaluatingAgain(3), others, steps).summary())
                .containsEntry("correct", 6L);
    }

    @Test
    void advisesNoMoreAttemptsThanHelp() throws IOException {
        ProfileRun run = run();
        Evaluator failing = (question, outcome) -> verdict(Verdict.UNSCORED);
        analyze(run, 3, failing);
        analyze(run, 3, failing);

        assertThat(run.analyze(new AccuracyAnalysis()).warnings())
                .anyMatch(warning -> warning
                        .contains("the analysis option max_evaluation_attempts=4 evaluates them again"));
        for (int attempt = 4; attempt <= 10; attempt++) {
            analyze(run, 10, failing);
        }
        assertThat(run.analyze(new AccuracyAnalysis()).warnings())
                .noneMatch(warning -> warning.contains("analysis option"));
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, Draws.of(2, 8));
    }

    /** However often it is judged by whom: an answer has the verdict of its last attempt, and as many as there were. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theLastAttemptStands(long seed) throws IOException {
        ProfileRun run = run();
        SplittableRandom random = new SplittableRandom(seed);
        Verdict[] last = new Verdict[QUERIES];
        int[] attempts = new int[QUERIES];
        for (int number = 0; number < QUERIES; number++) {
            attempts[number] = number == QUERIES - 1 ? 0 : 1;
            last[number] = number == QUERIES - 1 || number % 4 == 0 ? Verdict.UNSCORED : Verdict.INCORRECT;
        }
        for (int round = 0; round < 6; round++) {
            int most = 1 + random.nextInt(5);
            Set<Integer> judged = new TreeSet<>();
            Verdict[] drawn = new Verdict[QUERIES];
            for (int number = 0; number < QUERIES; number++) {
                drawn[number] = random.nextInt(3) == 0 ? Verdict.CORRECT : Verdict.UNSCORED;
                if (last[number] == Verdict.UNSCORED && attempts[number] < most) {
                    judged.add(number);
                    last[number] = drawn[number];
                    attempts[number]++;
                }
            }
            Set<Integer> asked = new ConcurrentSkipListSet<>();

            analyze(run, most, (question, outcome) -> {
                int number = Integer.parseInt(question.id().substring(1));
                asked.add(number);
                return verdict(drawn[number]);
            });

            assertThat(asked).isEqualTo(judged);
            List<ProfilingRecord> records = records(run);
            for (int number = 0; number < QUERIES; number++) {
                assertThat(records.get(number).evaluationAttempts()).isEqualTo(attempts[number]);
                assertThat(records.get(number).evaluation().map(Evaluation::verdict).orElse(Verdict.UNSCORED))
                        .isEqualTo(last[number]);
            }
        }
    }

    private static Evaluation verdict(Verdict verdict) {
        return new Evaluation(verdict, Optional.empty(), "as the test says", Map.of());
    }

    /** Stands for an evaluator that has an id. */
    private record Fixed(String id, Evaluator evaluator) implements EvaluatorProvider {
        @Override
        public String description() {
            return "judges as the test says";
        }

        @Override
        public Evaluator create(EvaluatorContext context, Parameters parameters) {
            return evaluator;
        }
    }

    private static final class Steps implements ProfilerListener {
        private final List<RunPhase> phases = new ArrayList<>();
        private final List<String> done = new ArrayList<>();

        @Override
        public void phaseStarted(RunPhase phase) {
            phases.add(phase);
        }

        @Override
        public void progressed(RunPhase phase, RunProgress progress) {
            done.add(progress.finished() + " of " + progress.planned().orElseThrow());
        }
    }
}
