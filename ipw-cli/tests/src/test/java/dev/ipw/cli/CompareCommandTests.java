package dev.ipw.cli;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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
        assertThat(captured.out()).contains("b against a: 40 questions that both answered, query against query",
                "time_to_first_token\n", "higher than a in median time_to_first_token, which is worse",
                "Wilcoxon signed rank", "Not compared: joules_per_query: it is not known of a (")
                .containsPattern("b - a +.*\\+\\d");
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
    @CsvSource({"ttft.median > +20%, 4", "ttft.median > +1000%, 0", "ttft.p99 > 5%, 5", "joules > 5%, 5"})
    void exitsByTheRule(String rule, int code) {
        assertThat(ipw("compare", path("a"), path("b"), "--dimension", "ttft", "--fail-if", rule)).isEqualTo(code);
        assertThat(captured.out()).contains(rule + " for b against a");
    }

    @Test
    void theWorstOfSeveralRulesCounts() {
        assertThat(ipw("compare", path("a"), path("b"), "--json", "--fail-if", "ttft.p99 > 5%", "--fail-if",
                "ttft > 20%")).isEqualTo(ExitCode.BEYOND_LIMIT);
        assertThat(captured.err()).contains("INCONCLUSIVE: ttft.p99", "FAILED: ttft > 20%");
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
