package dev.ipw.cli.result;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.FakeRuns;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.TokenUsage;
import dev.ipw.run.RunSummary.JudgingEnergy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What evaluation took is told in one line, where models were called for it. */
@Tag("real-time")
class EvaluationCostTests {
    @TempDir
    private Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    private void profile(Evaluator evaluator) throws InterruptedException {
        FakeRuns.run(FakeRuns.builder(runs, "run", 10, number -> DatasetRecord.of("q" + number, "Question", "42"),
                question -> new FakeRuns.Answer(10_000, 20_000, 5, 2)).measurement(how -> how.telemetry("none"))
                .evaluator(evaluator));
    }

    private String analyzed() {
        assertThat(IpwCommand.run(new String[]{"analyze", runs.resolve("run").toString()}, captured.terminal(200)))
                .isEqualTo(ExitCode.FINE);
        return captured.out();
    }

    private static Evaluation right(EvaluationUsage usage) {
        return new Evaluation(Verdict.CORRECT, Optional.empty(), "right", Map.of()).withUsage(usage);
    }

    @Test
    void aJudgeThatAsksModelsHasALineOfItsOwn() throws InterruptedException {
        profile((question, outcome) -> question.id().equals("q3")
                ? Evaluation.failed("no reply")
                : right(EvaluationUsage.ofCall(TokenUsage.server(100, 7))));

        assertThat(analyzed())
                .containsPattern("Evaluation +9 model calls, 900 tokens in, 63 tokens out, [\\d.e-]+ s of"
                        + " evaluators, in no other figure; 1 of 10 evaluations did not report what they used");
    }

    @Test
    void dollarsOfTheJudgeAreToldWhereTheyAreKnown() throws InterruptedException {
        profile((question, outcome) -> right(
                EvaluationUsage.ofCall(TokenUsage.server(100, 7)).withDollars(0.25)));

        assertThat(analyzed()).containsPattern("Evaluation +10 model calls, 1000 tokens in, 70 tokens out, 2\\.5 USD,"
                + " [\\d.e-]+ s of evaluators, in no other figure");
    }

    @Test
    void rulesHaveNone() throws InterruptedException {
        profile((question, outcome) -> right(EvaluationUsage.NONE));

        assertThat(analyzed()).doesNotContain("model calls").contains("10 of 10 right");
    }

    @ParameterizedTest
    @CsvSource({"--eval-concurrency,0", "--eval-concurrency,2000", "--eval-timeout,0", "--eval-timeout,soon",
            "--eval-timeout,25h"})
    void limitsThatCannotWorkAreRefusedBeforeAnythingIsDone(String option, String value) {
        for (String[] command : new String[][]{{"profile"}, {"analyze", runs.toString()}}) {
            CapturedTerminal terminal = new CapturedTerminal();
            String[] arguments = Arrays.copyOf(command, command.length + 2);
            arguments[command.length] = option;
            arguments[command.length + 1] = value;
            assertThat(IpwCommand.run(arguments, terminal.terminal(200))).isEqualTo(ExitCode.WRONG_USE);
            assertThat(terminal.err()).contains(option, value.equals("soon") ? "soon" : "must be");
        }
    }

    @Test
    void theJoulesOfJudgesAreToldWithBoundsAndSource() {
        EnergyReading read = EnergyReading.of(12.5, 12, 13, Provenance.MEASURED, Scope.GPU, "NVML gpu-0", Set.of());

        assertThat(EvaluationCost.energy(new JudgingEnergy(read, 3, 0, 0, 0, 2, List.of())))
                .isEqualTo("12.5 J, between 12 and 13 J, MEASURED (NVML gpu-0); 2 judgements of the cache at 0 J,"
                        + " in no other figure");
        assertThat(EvaluationCost.energy(
                new JudgingEnergy(read.flagged(EnergyFlag.PARTIAL), 3, 4, 1, 0, 0, List.of())))
                .contains("(NVML gpu-0); a part is not covered; without 5 calls that could not be read");
    }

    @Test
    void judgesWithoutJoulesSayWhy() {
        EnergyReading none = EnergyReading.unavailable(Scope.PACKAGE, "the judges", "another machine");

        assertThat(EvaluationCost.energy(new JudgingEnergy(none, 0, 3, 0, 0, 0, List.of())))
                .isEqualTo("joules unavailable: another machine");
    }
}
