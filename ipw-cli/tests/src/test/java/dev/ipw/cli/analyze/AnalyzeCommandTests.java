package dev.ipw.cli.analyze;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.FakeRuns;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.PlusMinus;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Analyses runs of 30 questions whose stamps depend on the tokens: 10 µs for each of the prompt, 20 µs for each of the answer. */
@Tag("real-time")
class AnalyzeCommandTests {
    private static final int QUESTIONS = 30;

    @TempDir
    static Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeAll
    static void profile() throws InterruptedException {
        run("a", 1, QUESTIONS);
        run("b", 2, 12);
    }

    private static void run(String name, int slowness, int right) throws InterruptedException {
        FakeRuns.run(FakeRuns.builder(runs, name, QUESTIONS,
                number -> DatasetRecord.of("q" + number, String.valueOf(number), "42"), question -> {
                    int input = 5 + Integer.parseInt(question) % 7;
                    int output = 4 + Integer.parseInt(question) % 5;
                    return new FakeRuns.Answer(slowness * 10_000L * input,
                            slowness * (10_000L * input + 20_000L * output), input, output);
                }).evaluator((question, outcome) -> new Evaluation(
                        Integer.parseInt(question.problem()) < right ? Verdict.CORRECT : Verdict.INCORRECT,
                        Optional.of(outcome.answer()), "", Map.of())));
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(150));
    }

    private static String path(String name) {
        return runs.resolve(name).toString();
    }

    @Test
    void tabulatesWhatTokensCost() {
        assertThat(ipw("analyze", path("a"), "--analysis", "regression")).isEqualTo(ExitCode.FINE);

        assertThat(captured.out()).containsPattern("fixed +per prompt +per answer +r2 +strays +queries")
                .containsPattern("first token, ms +.*0\\.01")
                .contains("energy leaves out queries: no joules (30)", "input tokens vs ttft, ms",
                        "Analysis: " + path("a"));
        assertThat(captured.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(150));
        assertThat(runs.resolve("a").resolve("analysis").resolve("regression.json")).exists();
    }

    @Test
    void tabulatesEachMetricAsEveryToolDefinesIt() {
        assertThat(ipw("analyze", path("a"), "--analysis", "definitions")).isEqualTo(ExitCode.FINE);

        assertThat(captured.out()).contains("time per output token, ms", "time to first token, ms",
                "system output tokens per second, tokens/s").containsPattern(" n +mean +p50 +p90 +p99")
                .containsPattern("llmperf +- +- +- +- +none: ").containsPattern("guidellm +30 ");
    }

    @Test
    void setsRunsSideBySide() throws IOException {
        Path file = runs.resolve("pareto.json");
        assertThat(ipw("analyze", "--analysis", "pareto", path("a"), path("b"), "--output", file.toString()))
                .isEqualTo(ExitCode.FINE);

        assertThat(captured.out()).containsPattern("run +accuracy % +J/query +USD/1,000 queries +s/query +dominated in")
                .containsPattern("a +100 \\[88\\.6, 100\\] +- +- +[0-9]")
                .containsPattern("b +40 \\[24\\.6, 57\\.7\\]")
                .contains("Warning: There are no joules of a: ", "the cost of an hour");
        assertThat(Files.readString(file))
                .isEqualTo(Files.readString(runs.resolve("a").resolve("analysis").resolve("pareto.json")));
    }

    @Test
    void givesAProgramTheWholeOfIt() {
        assertThat(ipw("analyze", "--analysis", "pareto", path("a"), path("b"), "--json")).isEqualTo(ExitCode.FINE);

        assertThat(captured.out()).contains("\"front_by_seconds\"", "\"points\"", "\"certainly_dominated_by_joules\"");
    }

    @Test
    void refusesWhatCannotWork() {
        assertThat(ipw("analyze", "--analysis", "pareto", path("a"), path("a"))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("analyze", "--analysis", "regression", path("a"), path("b"), "--output", "x.json"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("analyze", "--analysis", "regression", path("a"), "--option", "model=other"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("given twice", "--output takes one result", "of the model model");
    }

    @ParameterizedTest
    @CsvSource({"0.41234, 0.0123, 0.412 ±0.012", "0.41234, 0, 0.4123 ±0", "12345.6, 230, 12350 ±230",
            "-0.00123456, 0.0000012, -0.0012346 ±0.0000012", "3.2, , 3.2", "2, 13, 2 ±13"})
    void writesNoDigitThatTheIntervalMakesWorthless(double value, Double half, String text) {
        assertThat(PlusMinus.of(value, half == null ? OptionalDouble.empty() : OptionalDouble.of(half)))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"accuracy", "latency", "pareto"})
    void showsAResultThatCannotBeKept(String analysis) throws IOException, InterruptedException {
        String name = "unwritable-" + analysis;
        run(name, 1, QUESTIONS);
        Path kept = runs.resolve(name).resolve("analysis");
        for (String file : new String[]{"accuracy.json", "latency.json"}) {
            Files.delete(kept.resolve(file));
        }
        Files.delete(kept);
        // Not even root makes a folder where a file is.
        Files.writeString(kept, "in the way");

        assertThat(ipw("analyze", path(name), "--analysis", analysis)).isEqualTo(ExitCode.FINE);

        assertThat(captured.out()).isNotBlank();
        assertThat(captured.err())
                .containsOnlyOnce("The result is not kept with the run. Cannot make the folder " + kept)
                .doesNotContain("Exception");
        assertThat(kept).hasContent("in the way");
        Path output = runs.resolve(name + ".json");
        assertThat(ipw("analyze", path(name), "--analysis", analysis, "--json", "--output", output.toString()))
                .isEqualTo(ExitCode.FINE);
        assertThat(output).isNotEmptyFile();
    }
}
