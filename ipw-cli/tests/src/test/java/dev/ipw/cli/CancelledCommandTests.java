package dev.ipw.cli;

import dev.ipw.cli.score.Rescoring;
import dev.ipw.cli.score.ScoredAnswer;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.terminal.VisibleStream;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.thread.Cancellation;
import dev.ipw.results.RunReader;
import dev.ipw.settings.EvaluationSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a signal does to commands that read runs of 300 questions. */
@Tag("real-time")
class CancelledCommandTests {
    private static final int QUESTIONS = 300;

    @TempDir
    static Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeAll
    static void profile() throws InterruptedException {
        for (String name : List.of("a", "b")) {
            FakeRuns.run(FakeRuns.builder(runs, name, QUESTIONS,
                    number -> DatasetRecord.of("q" + number, "Question " + number, "42"),
                    question -> new FakeRuns.Answer(10_000, 20_000, 5, 2)).evaluator((question, outcome) -> right()));
        }
    }

    private static Evaluation right() {
        return new Evaluation(Verdict.CORRECT, Optional.of("42"), "", Map.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"report A", "export A --output TABLE", "export A --format inspect", "compare A B",
            "analyze A --analysis slowest", "analyze A --analysis regression", "analyze A", "show A",
            "plot A --visualization all", "score A --evaluator exact"})
    void aCancelledCommandReadsNoFurtherAndChangesNoFile(String typed) throws IOException {
        List<String> before = files();
        try (Cancellation cancellation = Cancellation.ofThisThread()) {
            cancellation.request();
            String[] arguments = typed.replace(" A", " " + runs.resolve("a")).replace(" B", " " + runs.resolve("b"))
                    .replace("TABLE", runs.resolve("table.csv").toString()).split(" ");

            assertThat(IpwCommand.run(arguments, captured.terminal(100))).as(captured.err())
                    .isEqualTo(ExitCode.INTERRUPTED);
        }
        assertThat(captured.err()).contains("Interrupted.").doesNotContain("failed unexpectedly");
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void aTableEndsWhereItsCommandIsCancelled() {
        ByteArrayOutputStream table = new ByteArrayOutputStream();
        try (Cancellation cancellation = Cancellation.ofThisThread()) {
            PrintStream out = new PrintStream(table, true, StandardCharsets.UTF_8) {
                @Override
                public void write(byte[] bytes, int from, int length) {
                    super.write(bytes, from, length);
                    cancellation.request();
                }
            };
            Terminal terminal = new Terminal(new VisibleStream(out),
                    new VisibleStream(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8)),
                    false,
                    false, false, 100, Terminal.DEFAULT_ROWS);

            assertThat(IpwCommand.run(new String[]{"export", runs.resolve("a").toString(), "--jsonl"}, terminal))
                    .isEqualTo(ExitCode.INTERRUPTED);
        }
        assertThat(table.toString(StandardCharsets.UTF_8).lines()).hasSizeBetween(1, QUESTIONS - 1);
    }

    @Test
    void waitsForNoEvaluatorThatHearsNoInterrupt() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        RunReader run = RunReader.open(runs.resolve("a"));
        try {
            List<ScoredAnswer> answers = new Rescoring((question, outcome) -> {
                if (question.id().equals("q0")) {
                    awaitUninterruptibly(end);
                }
                return right();
            }, EvaluationSettings.DEFAULTS.timeout(Duration.ofMillis(1)), any -> {}).of(run);

            assertThat(answers).hasSize(QUESTIONS).filteredOn(answer -> answer.id().equals("q0")).singleElement()
                    .satisfies(answer -> assertThat(answer.reason()).contains("longer than allowed"));
        } finally {
            end.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch end) {
        while (end.getCount() > 0) {
            try {
                end.await();
            } catch (InterruptedException unheard) {
                // It hears none.
                continue;
            }
        }
    }

    private static List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(runs)) {
            return all.filter(Files::isRegularFile).map(path -> runs.relativize(path) + " " + path.toFile().length())
                    .sorted().toList();
        }
    }
}
