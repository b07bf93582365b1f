package dev.ipw.cli.compare;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.FakeRuns;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Compares two runs of 40 questions whose stamps say 100 µs to the first token in a, and 200 µs in b. */
@Tag("real-time")
class CompareCommandTests {
    private static final int QUESTIONS = 40;

    @TempDir
    static Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeAll
    static void profile() throws InterruptedException {
        run("a", 100_000L);
        run("b", 200_000L);
        run("a2", 100_000L);
        run("b2", 210_000L);
    }

    private static void run(String name, long nanos) throws InterruptedException {
        FakeRuns.run(FakeRuns.builder(runs, name, QUESTIONS,
                number -> DatasetRecord.of("q" + number, "Question " + number, "42"), question -> {
                    long first = nanos + 10L * Math.floorMod(question.hashCode(), 1000);
                    return new FakeRuns.Answer(first, first + 10_000, 5, 2);
                }).evaluator((question, outcome) -> new Evaluation(Verdict.CORRECT, Optional.of(outcome.answer()), "",
                        Map.of())));
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(100));
    }

    private static String path(String name) {
        return runs.resolve(name).toString();
    }

    @Test
    void tellsAPersonWhatDiffers() {
        assertThat(ipw("compare", path("a"), path("b"), "--details")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("b against a, one run of each: 40 questions that both answered",
                "time_to_first_token\n", "These two runs differ by +", "repeated runs or runs in turn do",
                "Wilcoxon signed rank", "Not compared: joules_per_query: it is not known of a (")
                .containsPattern("b - a +.*\\+\\d");
    }

    @Test
    void showsBothRunsBesideTheDifferenceAndJudgesNoTimesOfSingleRuns() {
        assertThat(IpwCommand.run(new String[]{"compare", path("a"), path("b")}, captured.terminal(80))).isZero();
        assertThat(captured.out()).contains("these two runs differ by", "One run of each does not show", "--interleave")
                .containsPattern("(?m)^ +TTFT, median +1\\S+ µs +2\\S+ µs +\\+[\\d.]+ %$")
                .doesNotContain("better", "worse");
        assertThat(captured.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void comparesFoldersOfRepeatedRuns() throws IOException {
        series("first", "a", "a2");
        series("second", "b", "b2");
        assertThat(ipw("compare", path("first"), path("second"), "--dimension", "ttft", "--details",
                "--fail-if", "ttft < -50%")).isZero();
        assertThat(captured.out()).contains("second against first: at least 2 runs of each", "Student's t over runs",
                "t of repeated runs p = ", "PASSED: ttft < -50%");
    }

    /** Make a folder of repeated runs out of two that there are. */
    private static void series(String name, String one, String other) throws IOException {
        Path folder = Files.createDirectories(runs.resolve(name));
        for (String run : new String[]{one, other}) {
            Path copy = folder.resolve("repeat-" + run);
            try (Stream<Path> files = Files.walk(runs.resolve(run))) {
                for (Path file : files.toList()) {
                    Files.copy(file, copy.resolve(runs.resolve(run).relativize(file)));
                }
            }
        }
        Files.writeString(folder.resolve("repeats.json"), """
                {"kind": "repeats", "steps": [{"folder": "repeat-%s"}, {"folder": "repeat-%s"}]}
                """.formatted(one, other));
    }

    @Test
    void comparesRunsInTurnBlockByBlock() {
        assertThat(ipw("compare", "--interleave", path("a"), path("b"), path("a2"), path("b2"), "--dimension", "ttft",
                "--details")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("b and 1 more against a and 1 more: 2 blocks, run against run",
                "Student's t over blocks", "Paired t of blocks p = ");
    }

    @Test
    void wantsRunsInTurn() {
        assertThat(ipw("compare", "--interleave", path("a"), path("b"))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("A B A B");
    }

    @Test
    void printsALineForEachDimension() throws IOException {
        Path whole = runs.resolve("whole.json");
        assertThat(ipw("compare", path("a"), path("b"), "--dimension", "ttft,accuracy", "--json", "--output",
                whole.toString())).isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).hasSize(2).first().asString()
                .startsWith("{\"dimension\":\"time_to_first_token\",\"runs\":[{\"name\":\"a\",\"n\":40,\"median\":");
        assertThat(Files.readString(whole)).contains("\"comparisons\"", "\"tests\"");
    }

    @ParameterizedTest
    @CsvSource({"ttft.median > +20%, 5", "ttft.p99 > 5%, 5", "joules > 5%, 5", "accuracy < -20%, 0",
            "accuracy > -10%, 4"})
    void exitsByTheRule(String rule, int code) {
        assertThat(ipw("compare", path("a"), path("b"), "--dimension", "ttft", "--fail-if", rule)).isEqualTo(code);
        assertThat(captured.out()).contains(rule + " for b against a");
    }

    @Test
    void theWorstOfSeveralRulesCounts() {
        assertThat(ipw("compare", path("a"), path("b"), "--json", "--fail-if", "ttft.p99 > 5%", "--fail-if",
                "accuracy > -10%")).isEqualTo(ExitCode.BEYOND_LIMIT);
        assertThat(captured.err()).contains("INCONCLUSIVE: ttft.p99", "FAILED: accuracy > -10%");
    }

    @Test
    void writesMarkdownForAComment() throws IOException {
        Path comment = runs.resolve("comment.md");
        assertThat(ipw("compare", path("a"), path("b"), "--dimension", "ttft,accuracy", "--markdown",
                comment.toString(), "--fail-if", "accuracy > -10%")).isEqualTo(ExitCode.BEYOND_LIMIT);
        assertThat(Files.readString(comment))
                .startsWith("- FAILED: accuracy &gt; -10% for b against a: the difference lies between ")
                .contains("\n\n**b against a, one run of each: 40 questions that both answered**\n\n"
                        + "|  |  | a | b | these two runs differ by |\n|---|---|---:|---:|---|\n|  | time to first token, median | ",
                        "| undecided | accuracy | 100.0 % | 100.0 % | 0.0 points \\[-8.8, 8.8\\] |\n",
                        "\n- One run of each does not show")
                .endsWith("- Intervals hold with 95 %\n");
    }

    @Test
    void refusesWhatCannotWork() {
        assertThat(ipw("compare", path("a"))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("compare", path("a"), path("a"))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("compare", path("a"), path("missing"))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("compare", path("a"), path("b"), "--dimension", "bogus")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("compare", path("a"), path("b"), "--dimension", "joules")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("compare", path("a"), path("b"), "--fail-if", "slower")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("at least two runs", "given twice", "no run directory",
                "Unknown dimension 'bogus'", "time_to_first_token (ttft)",
                "joules_per_query (j/query)", "accuracy, intelligence_per_joule (ipj)", "no query of a and of b has it",
                "The rule 'slower'");
        assertThat(captured.out()).isEmpty();
    }

    @Test
    void plansFromAPilot() {
        assertThat(ipw("plan", path("a"), "--difference", "10%", "--dimension", "ttft")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).startsWith("To find a difference of 10 % in median time to first token");
        assertThat(ipw("plan", path("a"), "--difference", "much")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("plan", path("a"))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--difference is a share", "0 queries with intelligence_per_joule");
    }
}
