package dev.ipw.cli;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the script of deploy/ci with a command that writes its arguments as the comparison, and ends as it is told. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it is a shell script")
@Tag("process")
class EnergyCheckTests {
    private static final Path SCRIPT = Path.of("..", "..", "deploy", "ci", "energy-check.sh").toAbsolutePath()
            .normalize();

    private static final int QUESTIONS = 40;

    @TempDir
    Path folder;

    private final Map<String, String> settings = new TreeMap<>();

    @BeforeEach
    void makeRuns() throws IOException {
        Files.createDirectories(folder.resolve("base line"));
        Files.createDirectories(folder.resolve("new"));
        Path ipw = ExecutableFile.write(folder.resolve("ipw"), """
                #!/bin/sh
                shift
                : >told
                for argument in "$@"; do
                    [ "${before:-}" != --markdown ] || file=$argument
                    before=$argument
                    echo "<$argument>" >>told
                done
                [ "$ENDS" -eq 2 ] || cp told "$file"
                exit "$ENDS"
                """);
        settings.put("IPW", ipw.toString());
    }

    private int check() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", SCRIPT.toString()).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("IPW"));
        builder.environment().putAll(settings);
        return builder.start().waitFor();
    }

    private String comment() throws IOException {
        return Files.readString(folder.resolve("ipw-comment.md"), StandardCharsets.UTF_8);
    }

    private void compare(int ends) {
        settings.put("IPW_RUNS", "base line\nnew\n");
        settings.put("IPW_FAIL_IF", "j/token > +5%\naccuracy < -2points");
        settings.put("ENDS", Integer.toString(ends));
    }

    private void budget(String conclusion, int ends) {
        settings.put("IPW_BUDGET_COMMAND", "mkdir -p module/target; echo '| " + conclusion
                + " | Cheap.test() |' >module/target/ipw-energy.md; exit " + ends);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, passed", "4, 4, FAILED", "5, 5, undecided", "2, 2, not finished", "130, 1, not finished"})
    void endsAsTheComparisonDoes(int ends, int code, String word) throws Exception {
        compare(ends);
        assertThat(check()).isEqualTo(code);
        assertThat(comment()).startsWith("<!-- ipw -->\n### Energy: " + word + "\n\n#### Comparison\n\n");
    }

    @Test
    void passesRulesAndFoldersAsTheyAre() throws Exception {
        compare(0);
        settings.put("IPW_COMPARE_OPTIONS", "--dimension j/token");
        assertThat(check()).isZero();
        assertThat(comment()).contains("<--dimension>\n<j/token>\n<--markdown>\n",
                "<--fail-if>\n<j/token > +5%>\n<--fail-if>\n<accuracy < -2points>\n<base line>\n<new>\n");
    }

    @ParameterizedTest
    @CsvSource({"PASS, 0, 0", "FAIL, 1, 4", "INCONCLUSIVE, 0, 5", "PASS, 1, 1"})
    void endsAsTheBudgetsDo(String conclusion, int ends, int code) throws Exception {
        budget(conclusion, ends);
        assertThat(check()).isEqualTo(code);
        assertThat(comment()).contains("#### Budgets\n\n| " + conclusion + " | Cheap.test() |\n")
                .doesNotContain("#### Comparison");
    }

    /** Runs the real command: nothing stands for its exit code and its table. */
    @Test
    void aRuleThatTwoRunsBreakEndsInFourWithTheirTable() throws Exception {
        for (String name : List.of("before", "after")) {
            FakeRuns.run(FakeRuns.builder(folder, name, QUESTIONS,
                    number -> DatasetRecord.of("q" + number, "What is 40 + 2?", "42"),
                    question -> new FakeRuns.Answer(1000, 2000, 5, 2))
                    .evaluator((question, outcome) -> new Evaluation(
                            name.equals("before") ? Verdict.CORRECT : Verdict.INCORRECT,
                            Optional.of(outcome.answer()), "", Map.of())));
        }
        settings.put("IPW", ExecutableFile.write(folder.resolve("real-ipw"), """
                #!/bin/sh
                exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' dev.ipw.cli.Main "$@"
                """.formatted(Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"))).toString());
        settings.put("IPW_RUNS", "before\nafter");
        settings.put("IPW_FAIL_IF", "accuracy < -2points");

        assertThat(check()).as(Files.readString(folder.resolve("log"))).isEqualTo(4);
        assertThat(comment()).startsWith("<!-- ipw -->\n### Energy: FAILED\n").contains("#### Comparison", "accuracy",
                "FAILED", "| 100");
    }

    @Test
    void theWorstOfBudgetsAndComparisonCounts() throws Exception {
        compare(5);
        budget("FAIL", 1);
        assertThat(check()).isEqualTo(4);
        assertThat(comment()).contains("#### Budgets", "#### Comparison");
    }

    @Test
    void anUndecidedComparisonMayPass() throws Exception {
        compare(5);
        settings.put("IPW_UNDECIDED", "pass");
        assertThat(check()).isZero();
        assertThat(comment()).contains("### Energy: undecided");
    }

    @Test
    void whatWasNotMeasuredDoesNotPass() throws Exception {
        settings.put("IPW_BUDGET_COMMAND", "true");
        assertThat(check()).isEqualTo(2);
        settings.put("IPW_BUDGET_COMMAND", "exit 3");
        assertThat(check()).isEqualTo(1);
        settings.remove("IPW_BUDGET_COMMAND");
        compare(0);
        settings.put("IPW_RUNS", "missing\nnew");
        assertThat(check()).isEqualTo(5);
        assertThat(comment()).contains("there is no folder `missing`");
        compare(0);
        settings.put("IPW_MEASURE_COMMAND", "exit 7");
        assertThat(check()).isEqualTo(1);
        assertThat(comment()).contains("measuring this change ended with exit code 7");
        settings.clear();
        assertThat(check()).isEqualTo(2);
    }
}
