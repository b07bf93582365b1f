package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.inference.TokenUsage;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.RunTotals;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever a server answers, {@code ipw profile} ends with a documented exit code, and where it began to measure the run
 * can be read, with no count that cannot be.
 */
@Tag("fuzz")
class UsageFuzzTests {
    /** Each is answered by a reply of its own. */
    private static final int QUESTIONS = 40;

    private final ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

    @TempDir
    private Path folder;

    @AfterEach
    void forgetPlugins() {
        Thread.currentThread().setContextClassLoader(classLoader);
    }

    @Test
    void whateverAServerAnswersTheRunEndsAndCanBeRead() throws Exception {
        Path dataset = dataset();
        DrawnInputs.each("answers of model servers", Draws.of(1, 5), random -> {
            ChatApi api = ChatApi.values()[random.nextInt(ChatApi.values().length)];
            SplittableRandom models = random.split();
            SplittableRandom answers = random.split();
            try (HostileServer server = new HostileServer(() -> api.models(models), () -> api.reply(answers))) {
                attempt(server.baseUrl(api.path()), api, dataset, random);
            }
        });
    }

    private void attempt(String baseUrl, ChatApi api, Path dataset, SplittableRandom random) throws IOException {
        Path run = folder.resolve("run");
        List<String> typed = new ArrayList<>(List.of("profile", "--client", api.client(), "--client-base-url",
                baseUrl, "--model", "m", "--dataset", dataset.toString(), "--telemetry", "none",
                "--evaluator", "none", "--warmup-queries", "0", "--idle-seconds", "0", "--no-calibration",
                "--output-dir", folder.toString(), "--run-name", "run", "--overwrite", "--client-param",
                "api_key=sk-fuzz-5d1b0c"));
        if (random.nextInt(3) == 0) {
            typed.addAll(List.of("--client-param", "tokenizer=o200k_base"));
        }
        FuzzedCommand profile = FuzzedCommand.run(typed.toArray(String[]::new));
        if (profile.exitCode() == ExitCode.FINE || profile.exitCode() == ExitCode.SOME_FAILED) {
            requireReadable(run);
        }
        assertThat(Files.exists(run.resolve("journal.jsonl"))).as(profile.err())
                .isEqualTo(Files.exists(run.resolve("summary.json")));
        forget(run);
    }

    private static void requireReadable(Path run) {
        for (String command : List.of("analyze", "show", "report")) {
            FuzzedCommand read = FuzzedCommand.run(command, run.toString());
            assertThat(read.exitCode()).as(command + "\n" + read.err()).isIn(ExitCode.FINE, ExitCode.SOME_FAILED);
        }
        ProfileRun opened = ProfileRun.open(run);
        RunTotals totals = opened.summary().totals();
        assertThat(totals.queries()).isEqualTo(QUESTIONS);
        assertThat(totals.tokens().input().orElse(0)).isBetween(0L, QUESTIONS * TokenUsage.MAX_TOKENS);
        assertThat(totals.outputTokens().orElse(0)).isBetween(0L, QUESTIONS * TokenUsage.MAX_TOKENS);
        try (Stream<ProfilingRecord> records = opened.records()) {
            assertThat(records).allSatisfy(record -> {
                TokenUsage usage = record.metrics().tokens();
                assertThat(Stream.of(usage.input(), usage.output(), usage.total(), usage.cachedInput(),
                        usage.reasoning(), usage.streamed(), usage.firstChunk()).flatMapToLong(OptionalLong::stream)
                        .allMatch(count -> count >= 0 && count <= TokenUsage.MAX_TOKENS)).isTrue();
                boolean saidSomething = !record.hasFailed() && !record.outcome().answer().isBlank();
                assertThat(saidSomething && usage.output().orElse(1) + usage.reasoning().orElse(0) == 0).isFalse();
            });
        }
    }

    private Path dataset() throws IOException {
        StringBuilder questions = new StringBuilder("problem,answer\n");
        for (int number = 0; number < QUESTIONS; number++) {
            questions.append("what is ").append(number).append(",42\n");
        }
        return Files.writeString(folder.resolve("questions.csv"), questions);
    }

    private static void forget(Path run) throws IOException {
        if (Files.exists(run)) {
            try (Stream<Path> files = Files.walk(run)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
