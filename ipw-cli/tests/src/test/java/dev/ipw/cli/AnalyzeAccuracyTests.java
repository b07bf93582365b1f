package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Analyses two runs of 40 questions of two subjects, which were asked while the evaluator could not be reached. */
@Tag("real-time")
class AnalyzeAccuracyTests {
    private static final int QUESTIONS = 40;

    @TempDir
    private Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeEach
    void profile() throws InterruptedException {
        for (String name : List.of("a", "b")) {
            FakeRuns.run(FakeRuns.builder(runs, name, QUESTIONS,
                    number -> new DatasetRecord("q" + number, "Question " + number, number % 4 == 0 ? "41" : "42",
                            Optional.of(number % 2 == 0 ? "sums" : "prose"), Optional.empty(), List.of(), Map.of()),
                    question -> new FakeRuns.Answer(10_000, 20_000, 5, 2))
                    .plugins(known -> known.register(new Unreachable()))
                    .evaluation(by -> by.evaluator("exact")));
        }
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(200));
    }

    private String path(String name) {
        return runs.resolve(name).toString();
    }

    @Test
    void tellsOfSeveralRunsAndHowToHaveAnswersJudged() {
        assertThat(ipw("analyze", path("a"), path("b"))).isEqualTo(ExitCode.FINE);
        assertThat(captured.out().replace("\n", " ")).contains("Run: " + path("a"), "Run: " + path("b"),
                "nothing could be evaluated", "Warning: 40 answers could not be evaluated and count neither way (the "
                        + "first: ",
                "; --option max_evaluation_attempts=3 evaluates them again");
    }

    @Test
    void judgesAnswersAgainByTheEvaluatorOnTheClassPath() {
        assertThat(ipw("analyze", path("a"), path("b"), "--option", "max_evaluation_attempts=2", "--option",
                "slo=ttft=1h")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out())
                .contains("30 of 40 right", "Right and within time_to_first_token <= 3600.0 s: 30 answers")
                .containsPattern("prose +20/20 +100(?:\\.0)? \\[").containsPattern("sums +10/20 +50 \\[");
        assertThat(captured.out().split("30 of 40 right", -1)).as("both runs").hasSize(3);
        assertThat(Path.of(path("b"), "analysis", "accuracy.json")).exists();
    }

    @Test
    void givesAProgramAllDataButTheAnswersOneByOne() {
        assertThat(ipw("analyze", path("a"), "--json", "--option", "max_evaluation_attempts=3", "--option",
                "evaluator=exact")).isEqualTo(ExitCode.FINE);
        TreeReader data = TreeReader.ofJson("out", captured.out()).children("analyses").getFirst().child("data");
        assertThat(data.asMap()).containsKeys("per_subject", "per_scope", "gross_and_net", "efficiency")
                .doesNotContainKey("records");
        assertThat(data.children("per_subject")).hasSize(2);
    }

    @Test
    void setsTheSteadyWindowBesideTheWholeRun() throws IOException {
        assertThat(ipw("analyze", path("a"), "--analysis", "steady-state")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("Window: from ", "40 of 40 queries sent in it")
                .containsPattern("whole run +window")
                .containsPattern("requests/s +[\\d.]+ +[\\d.]+  1/s")
                .contains("Warning: There are no joules of the window: ");
        assertThat(Files.readString(Path.of(path("a"), "analysis", "steady-state.json")))
                .contains("\"window_start_seconds\"", "\"device_watts_window\"");
    }

    @Test
    void namesTheFieldsByWhichItCanGroup() {
        assertThat(ipw("analyze", path("a"), "--option", "by=levels")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("No question of this run has the field 'levels'", "subject");
        assertThat(ipw("analyze", path("a"), "--option", "by=subject")).isEqualTo(ExitCode.FINE);
    }

    @Test
    void showsWhatKindOfParameterIsToBeTyped() {
        assertThat(ipw("analyze", path("a"), "--option", "by")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--option takes KEY=VALUE").doesNotContain("redacted");
    }

    @Test
    void refusesOptionsThatCannotWork() {
        assertThat(ipw("analyze", path("a"), "--option", "max_evaluation_attempts=0")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("analyze", path("a"), "--option", "impute=all")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ipw("analyze", path("a"), "--analysis", "steady-state", "--option", "slo=ttft=1s"))
                .isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("from 1 to 10", "impute can only be power", "Unknown parameter 'slo'");
        assertThat(captured.out()).isEmpty();
    }

    private static final class Unreachable implements EvaluatorProvider {
        @Override
        public String id() {
            return "exact";
        }

        @Override
        public String description() {
            return "cannot be reached";
        }

        @Override
        public Evaluator create(EvaluatorContext context, Parameters parameters) {
            return (question, outcome) -> Evaluation.unscored("nobody answers");
        }
    }
}
