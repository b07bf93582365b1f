package dev.ipw.cli.score;

import com.sun.net.httpserver.HttpServer;
import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.FakeRuns;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Scores a run of 40 questions, of which the run calls 10 right, by other evaluators. */
@Tag("real-time")
class ScoreCommandTests {
    private static final int QUESTIONS = 40;

    @TempDir
    private Path runs;

    private final CapturedTerminal captured = new CapturedTerminal();

    @BeforeEach
    void profile() throws InterruptedException {
        FakeRuns.run(FakeRuns.builder(runs, "a", QUESTIONS,
                number -> new DatasetRecord("q" + number, "Question " + number, number % 4 == 0 ? "42" : "41",
                        Optional.empty(), Optional.empty(), List.of(), Map.of()),
                question -> new FakeRuns.Answer(10_000, 20_000, 5, 2))
                .evaluator((question, outcome) -> Integer.parseInt(question.id().substring(1)) < 10
                        ? Evaluation.correct()
                        : Evaluation.incorrect("no")));
    }

    private int score(String... more) {
        return IpwCommand.run(Stream.concat(Stream.of("score", runs.resolve("a").toString()), Stream.of(more))
                .toArray(String[]::new), captured.terminal(200));
    }

    @Test
    void setsScoresSideBySideAndLeavesTheRunAsItIs() throws IOException {
        Path summary = runs.resolve("a/summary.json");
        byte[] before = Files.readAllBytes(summary);

        assertThat(score("--evaluator", "includes")).isEqualTo(ExitCode.FINE);
        assertThat(score("--evaluator", "match", "--evaluator-param", "location=any", "--eval-concurrency", "1"))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("own +in the run +10 +30 +0 +0 +25.0 %")
                .containsPattern("includes +20\\S+Z +10 +30 +0 +0 +25.0 %")
                .containsPattern("match +20\\S+Z +10 +30 +0 +0 +25.0 %");
        assertThat(Files.readAllBytes(summary)).isEqualTo(before);
        try (Stream<Path> files = Files.list(runs.resolve("a/scores"))) {
            assertThat(files.map(file -> file.getFileName().toString())).hasSize(2)
                    .anyMatch(name -> name.endsWith("-includes.jsonl")).anyMatch(name -> name.endsWith("-match.jsonl"));
        }
    }

    @Test
    void saysWhyAnswersHaveNoVerdict() {
        assertThat(score("--evaluator", "choice", "--json")).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(captured.out()).contains("\"evaluator\" : \"choice\"", "\"unscored\" : 40", "\"accuracy\" : null");
        assertThat(score()).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("no verdict, 30 times: The record's answer '41' is neither");
    }

    @Test
    void wantsAJudgeByName() {
        assertThat(score("--evaluator", "frames")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("give --judge-model NAME");
    }

    @Test
    void namesAFileThatIsTorn() throws IOException {
        assertThat(score("--evaluator", "includes")).isEqualTo(ExitCode.FINE);
        Path file;
        try (Stream<Path> files = Files.list(runs.resolve("a/scores"))) {
            file = files.findFirst().orElseThrow();
        }
        Files.writeString(file, "{\"evaluator\":");

        assertThat(score()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains(file.getFileName().toString(), "is torn", "Delete it and score again");
    }

    @Test
    void asksNobodyWhereScoresCannotBeKept() throws Exception {
        Path scores = Files.writeString(runs.resolve("a/scores"), "no folder");
        AtomicInteger asked = new AtomicInteger();
        HttpServer judge = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        judge.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        judge.start();
        try {
            assertThat(score("--evaluator", "frames", "--judge-model", "j", "--judge-base-url",
                    "http://127.0.0.1:" + judge.getAddress().getPort() + "/v1")).isEqualTo(ExitCode.WRONG_USE);
        } finally {
            judge.stop(0);
        }
        assertThat(captured.err()).contains("Cannot keep scores in " + scores, "score a copy of it");
        assertThat(asked).hasValue(0);
    }
}
