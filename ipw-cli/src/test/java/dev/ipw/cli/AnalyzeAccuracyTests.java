package dev.ipw.cli;

import dev.ipw.Profiler;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.inference.ChunkKind;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenUsage;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Analyses two runs of 40 questions of two subjects, which were asked while the evaluator could not be reached. */
class AnalyzeAccuracyTests {
    private static final int QUESTIONS = 40;

    @TempDir
    private Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeEach
    void profile() throws InterruptedException {
        for (String name : List.of("a", "b")) {
            try (Profiler profiler = Profiler.builder().discovery(false).client(new FortyTwo())
                    .dataset(new Questions()).register(new Unreachable()).evaluator("exact").warmupQueries(0)
                    .idleSeconds(0).output(runs).runName(name).build()) {
                profiler.run();
            }
        }
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(100));
    }

    private String path(String name) {
        return runs.resolve(name).toString();
    }

    @Test
    void tellsOfSeveralRunsAndHowToHaveAnswersJudged() {
        assertThat(ipw("analyze", path("a"), path("b"))).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("Run: " + path("a"), "Run: " + path("b"), "nothing could be judged",
                "Warning: 40 answers could not be judged and count neither way; --option max_evaluation_attempts=3 has "
                        + "them judged again");
    }

    @Test
    void judgesAnswersAgainByTheEvaluatorOnTheClassPath() {
        assertThat(ipw("analyze", path("a"), path("b"), "--option", "max_evaluation_attempts=2", "--option",
                "slo=ttft=1h")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out())
                .contains("30 of 40 right", "Right and within time_to_first_token <= 3600.0 s: 30 answers")
                .containsPattern("prose +20/20 +100 ").containsPattern("sums +10/20 +50 \\[");
        assertThat(captured.out().split("30 of 40 right", -1)).as("both runs").hasSize(3);
        assertThat(Path.of(path("b"), "analysis", "accuracy.json")).exists();
    }

    @Test
    void setsTheSteadyWindowBesideTheWholeRun() throws IOException {
        assertThat(ipw("analyze", path("a"), "--analysis", "steady-state")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("Window: from ", "40 of 40 queries sent in it")
                .containsPattern("whole run +window")
                .containsPattern("answers per second +[\\d.]+ +[\\d.]+  1/s")
                .contains("Warning: There are no joules of the window: ");
        assertThat(Files.readString(Path.of(path("a"), "analysis", "steady-state.json")))
                .contains("\"window_start_seconds\"", "\"watts_window\"");
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
        public Evaluator create(Parameters parameters) {
            return (question, answer) -> Evaluation.unscored("nobody answers");
        }
    }

    private static final class FortyTwo implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return new ClientInfo("deep-thought", "deep", Optional.empty(), ServingHost.LOCAL, Map.of());
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            long sent = System.nanoTime();
            sink.sent(sent);
            sink.chunk(ChunkKind.ANSWER, "4", System.nanoTime());
            sink.chunk(ChunkKind.ANSWER, "2", System.nanoTime());
            return InferenceResponse.of("42", TokenUsage.server(5, 2));
        }
    }

    private record Questions() implements Dataset {
        @Override
        public String id() {
            return "questions";
        }

        @Override
        public Stream<DatasetRecord> records() {
            return IntStream.range(0, QUESTIONS).mapToObj(number -> new DatasetRecord("q" + number,
                    "Question " + number, number % 4 == 0 ? "41" : "42",
                    Optional.of(number % 2 == 0 ? "sums" : "prose"), Optional.empty(), List.of(), Map.of()));
        }
    }
}
