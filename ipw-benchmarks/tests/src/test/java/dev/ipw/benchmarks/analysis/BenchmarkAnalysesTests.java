package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.internal.EfficiencyGatherer;
import dev.ipw.benchmarks.MadeQuery;
import dev.ipw.benchmarks.scoring.ConfidentAnswer;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.record.ModelMetrics;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

final class BenchmarkAnalysesTests {
    @TempDir
    Path folder;

    private static ProfilingRecord asked(String id, int epoch, boolean isRight, double joules, String verdicts) {
        DatasetRecord question = DatasetRecord.of(id, "Question " + id, "42");
        ProfilingRecord record = MadeQuery.of(id, isRight, joules)
                .asking(epoch == 1 ? question : question.inEpoch(epoch)).profiled();
        return new ProfilingRecord(record.question(), record.model(), record.outcome(), record.metrics(),
                record.evaluator(),
                Optional.of(new Evaluation(isRight ? Verdict.CORRECT : Verdict.INCORRECT,
                        Optional.of(isRight ? "42" : "wrong " + epoch), "", Map.of("verdicts", verdicts))),
                1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answersAreWorthWhatTheirCountsSay(long seed) {
        Random random = new Random(seed);
        RepeatedQuestions questions = new RepeatedQuestions();
        int epochs = 5;
        double passAtTwo = 0;
        double right = 0;
        double joules = 0;
        int count = 40;
        for (int question = 0; question < count; question++) {
            int correct = 0;
            for (int epoch = 1; epoch <= epochs; epoch++) {
                boolean isRight = random.nextDouble() < 0.4;
                double used = 1 + random.nextDouble();
                correct += isRight ? 1 : 0;
                joules += used;
                questions.add(asked("q" + question, epoch, isRight, used, "a=X"));
            }
            int wrong = epochs - correct;
            passAtTwo += 1 - wrong * (wrong - 1) / (double) (epochs * (epochs - 1));
            right += correct;
        }
        AnalysisResult result = RepetitionsAnalysis.analyze(questions);
        AnalysisTable table = result.table("draws").orElseThrow();

        assertThat(result.figure("accuracy").number().orElseThrow()).isEqualTo(right / (count * epochs), within(1e-12));
        assertThat(table.rows()).extracting(row -> table.value(row, "k").count().orElseThrow())
                .containsExactly(1L, 2L, 4L, 5L);
        assertThat(table.value(table.rows().get(1), "pass_at_k").number().orElseThrow())
                .isEqualTo(passAtTwo / count, within(1e-12));
        assertThat(table.value(table.rows().get(1), "joules").number().orElseThrow())
                .isEqualTo(2 * joules / (count * epochs), within(1e-9));
        assertThat(table.value(table.rows().getLast(), "pass_at_k").estimate().orElseThrow().interval().low())
                .isLessThanOrEqualTo(table.value(table.rows().getLast(), "pass_at_k").number().orElseThrow());
    }

    @Test
    void reducesAsTheDatasetSays() {
        RepeatedQuestions questions = new RepeatedQuestions();
        for (String verdicts : List.of("100", "110", "000")) {
            for (int epoch = 1; epoch <= verdicts.length(); epoch++) {
                String id = "q" + verdicts;
                questions.add(MadeQuery.of(id, verdicts.charAt(epoch - 1) == '1', 1)
                        .asking(DatasetRecord.builder(id, "?").answer("42")
                                .metadata(Map.of("epoch_reducer", List.of("mode", "at_least_1"))).build()
                                .inEpoch(epoch))
                        .profiled());
            }
        }

        AnalysisResult result = RepetitionsAnalysis.analyze(questions);

        assertThat(result.figure("accuracy_by_mode").number().orElseThrow()).isEqualTo(1 / 3.0, within(1e-12));
        assertThat(result.figure("accuracy_by_at_least_1").number().orElseThrow()).isEqualTo(2 / 3.0, within(1e-12));
    }

    @Test
    void wantsQuestionsThatWereAskedTwice() {
        RepeatedQuestions questions = new RepeatedQuestions();
        questions.add(asked("q", 1, true, 1, "a=X"));

        assertThatThrownBy(() -> RepetitionsAnalysis.analyze(questions)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("with 4 epochs");
    }

    @Test
    void aSolvedTaskTakesWhatAllAttemptsUsedOverThoseThatSolvedIt() {
        List<ProfilingRecord> records = new ArrayList<>();
        for (int question = 0; question < 30; question++) {
            records.add(asked("q" + question, 1, question % 3 == 0, 2, "a=X"));
            records.add(asked("q" + question, 2, question % 2 == 0, 4, "a=X"));
        }
        AnalysisResult result = solved(records, tenthOff(240));

        assertThat(result.figure("tasks").count()).hasValue(30);
        assertThat(result.figure("attempts").count()).hasValue(60);
        assertThat(result.figure("solved").count()).hasValue(25);
        AnalysisValue joules = result.figure("joules_per_solved_task");
        assertThat(joules.number().orElseThrow()).isEqualTo(240 / 25.0, within(1e-12));
        // The sensor may be off by a tenth either way, and the questions might have been others.
        assertThat(joules.estimate().orElseThrow().interval().low()).isBetween(4.0, 0.9 * 240 / 25);
        assertThat(joules.estimate().orElseThrow().interval().high()).isBetween(1.1 * 240 / 25, 22.0);
        AnalysisValue seconds = result.figure("seconds_per_solved_task");
        double all = records.stream().mapToDouble(record -> record.metrics().latency().totalSeconds()).sum();
        assertThat(seconds.number().orElseThrow()).isEqualTo(all / 25, within(1e-9));
        assertThat(result.warnings()).isEmpty();
    }

    private static EnergyReading tenthOff(double joules) {
        return EnergyReading.of(joules, 0.9 * joules, 1.1 * joules, Provenance.MEASURED, Scope.PACKAGE, "test",
                Set.of());
    }

    @Test
    void attemptsWithoutAVerdictCountWithWhatTheyUsed() {
        List<ProfilingRecord> records = new ArrayList<>();
        for (int question = 0; question < 8; question++) {
            records.add(asked("q" + question, 1, question < 4, 2, "a=X"));
            ProfilingRecord judged = asked("u" + question, 1, true, 2, "a=X");
            records.add(new ProfilingRecord(judged.question(), judged.model(), judged.outcome(), judged.metrics(),
                    "none", Optional.empty(), 0));
        }
        AnalysisResult result = solved(records, tenthOff(32));

        assertThat(result.figure("joules_per_solved_task").number().orElseThrow()).isEqualTo(32 / 4.0, within(1e-12));
        assertThat(result.warnings().getFirst()).contains("8 of 16 attempts have no verdict");
    }

    private static AnalysisResult solved(List<ProfilingRecord> records, EnergyReading joules) {
        SolvedTasks tasks = new SolvedTasks();
        EfficiencyGatherer efficiency = new EfficiencyGatherer();
        records.forEach(record -> {
            tasks.add(record);
            efficiency.add(record);
        });
        return SolvedAnalysis.analyze(tasks, efficiency.finish(new RunTotals(
                new RunTotals.Requests(records.size(), records.size(), 0, records.size(), 0), OptionalDouble.empty(),
                new RunTotals.Tokens(OptionalLong.of(1), OptionalLong.of(1)), 60_000_000_000L,
                new RunTotals.Headline(joules, "package"), List.of(), Map.of(), RunTotals.MachineUse.UNKNOWN,
                ProcessShare.none("test"))));
    }

    @Test
    void withoutASolvedTaskThereIsAReasonAndNoFigure() {
        AnalysisResult result = solved(List.of(asked("q", 1, false, 2, "a=X")), tenthOff(2));

        for (String figure : SolvedAnalysis.FIGURES) {
            assertThat(result.figure(figure).number()).isEmpty();
            assertThat(result.figure(figure).reason()).contains("none of 1 attempts solved its task");
        }
    }

    @Test
    void correctsTheAccuracyForTheJudgesErrors() throws IOException {
        List<String> lines = new ArrayList<>(List.of("id,correct"));
        List<ProfilingRecord> records = new ArrayList<>();
        // People call 60 of 100 right; the judge finds 54 of these and calls 8 of the 40 wrong ones right.
        for (int i = 0; i < 100; i++) {
            boolean isRight = i < 60;
            boolean judged = isRight ? i < 54 : i < 68;
            lines.add("q" + i + "," + isRight);
            records.add(asked("q" + i, 1, judged, 2, "one=" + (judged ? "CORRECT" : "INCORRECT") + "; two="
                    + (isRight ? "CORRECT" : "INCORRECT")));
        }
        for (int i = 100; i < 300; i++) {
            records.add(asked("q" + i, 1, i % 2 == 0, 2, "one=CORRECT; two=CORRECT"));
        }
        Map<String, Boolean> labels = Labels.read(Files.write(folder.resolve("labels.csv"), lines));
        JudgedAnswers answers = new JudgedAnswers(labels);
        records.forEach(answers::add);
        AnalysisResult result = new JudgesAnalysis(labels).analyze(answers);
        double judged = 162 / 300.0;
        double corrected = (judged + 0.8 - 1) / (0.9 + 0.8 - 1);

        assertThat(result.figure("accuracy").number().orElseThrow()).isEqualTo(judged, within(1e-12));
        assertThat(result.figure("sensitivity").number().orElseThrow()).isEqualTo(0.9, within(1e-12));
        assertThat(result.figure("specificity").number().orElseThrow()).isEqualTo(0.8, within(1e-12));
        assertThat(result.figure("corrected_accuracy").number().orElseThrow()).isEqualTo(corrected, within(1e-12));
        assertThat(result.figure("corrected_accuracy_per_joule").number().orElseThrow())
                .isEqualTo(corrected / 2, within(1e-12));
        // Agreement 86 of 100; by chance 0.62 * 0.6 + 0.38 * 0.4.
        assertThat(result.figure("cohen_kappa").number().orElseThrow())
                .isEqualTo((0.86 - 0.524) / (1 - 0.524), within(1e-12));
        assertThat(result.figure("krippendorff_alpha").number().orElseThrow()).isBetween(0.5, 1.0);
    }

    @Test
    void dividesNoAccuracyByJoulesThatContradictEachOther() {
        Map<String, Boolean> labels = Map.of("q0", true, "q1", true, "q2", false, "q3", false);
        JudgedAnswers answers = new JudgedAnswers(labels);
        for (int i = 0; i < 4; i++) {
            answers.add(contradicted(asked("q" + i, 1, i < 2, 2, "one=CORRECT")));
        }

        AnalysisValue perJoule = new JudgesAnalysis(labels).analyze(answers).figure("corrected_accuracy_per_joule");

        assertThat(perJoule.number()).isEmpty();
        assertThat(perJoule.reason().orElseThrow()).contains("INCONSISTENT");
    }

    private static ProfilingRecord contradicted(ProfilingRecord record) {
        ModelMetrics of = record.metrics();
        EnergyMetrics flagged = new EnergyMetrics(of.energy().headline().flagged(EnergyFlag.INCONSISTENT), "gpu",
                List.of(), OptionalDouble.empty(), OptionalDouble.empty(), of.energy().breakdown());
        return new ProfilingRecord(record.question(), record.model(), record.outcome(),
                new ModelMetrics(flagged, of.latency(), of.tokens(), of.power(), of.hostMemoryMegabytes(),
                        of.temperatureCelsius(), of.compute(), of.system(), of.gpu(), of.cost(), of.utilization(),
                        of.parts()),
                record.evaluator(), record.evaluation(), 1);
    }

    @Test
    void saysWhatIsWrongWithLabels() throws IOException {
        Path file = Files.writeString(folder.resolve("labels.jsonl"), "{\"id\":\"a\",\"correct\":\"maybe\"}\n");

        assertThatThrownBy(() -> Labels.read(file)).isInstanceOf(InputException.class)
                .hasMessageContaining("row 1").hasMessageContaining("'maybe'");
        assertThatThrownBy(() -> Labels.read(folder.resolve("none.csv"))).isInstanceOf(InputException.class)
                .hasMessageContaining("There is no file");
    }

    @Test
    void countsAnswersWithoutConfidence() {
        AnalysisResult result = CalibrationAnalysis.analyze(
                List.of(new ConfidentAnswer(0.9, true), new ConfidentAnswer(0.5, false)), 5, 2);

        assertThat(result.figure("calibration_error").number().orElseThrow()).isEqualTo(0.2, within(1e-12));
        assertThat(result.warnings()).singleElement().asString().contains("3 of 5 answers state no confidence");
        assertThat(CalibrationAnalysis.analyze(List.of(), 0, 0).figure("calibration_error").reason()).isPresent();
    }
}
