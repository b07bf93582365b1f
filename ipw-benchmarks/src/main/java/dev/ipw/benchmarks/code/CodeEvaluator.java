package dev.ipw.benchmarks.code;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.benchmarks.sandbox.Sandbox;
import dev.ipw.benchmarks.sandbox.SandboxChoice;
import dev.ipw.benchmarks.sandbox.SandboxTask;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluationUsage;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.query.QueryOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The evaluator that runs the program of an answer against its question's tests, in a sandbox; all must pass. Without a
 * sandbox the answer is unscored.
 */
final class CodeEvaluator implements Evaluator {
    /** The script that runs tests. */
    private static final String HARNESS = harness();
    private static final int TOKEN_BYTES = 16;
    private static final Duration MAX_TOTAL = Duration.ofMinutes(10);
    private static final Duration START = Duration.ofSeconds(10);
    private static final int SHOWN = 300;

    private final CodeTests tests;
    private final CodeSettings settings;
    private final SandboxChoice choice;
    private final SecureRandom random = new SecureRandom();

    CodeEvaluator(CodeTests tests, CodeSettings settings, SandboxChoice choice) {
        this.tests = tests;
        this.settings = settings;
        this.choice = choice;
    }

    @Override
    public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) throws InterruptedException {
        return evaluated(question, outcome.answer()).withUsage(EvaluationUsage.NONE);
    }

    private Evaluation evaluated(DatasetRecord question, String answer) throws InterruptedException {
        if (answer.isBlank()) {
            return Evaluation.notAttempted("The answer is empty");
        }
        Optional<CodeTask> task = tests.task(question, answer);
        if (task.isEmpty()) {
            return Evaluation.notAttempted("The answer holds no program");
        }
        if (task.get().count() == 0) {
            return Evaluation.unscored("The record has no tests in its metadata");
        }
        if (choice.sandbox().isEmpty()) {
            return Evaluation.unscored("Not run: " + choice.reason());
        }
        Sandbox sandbox = choice.sandbox().get();
        String token = token();
        CommandResult result = sandbox.run(new SandboxTask(HARNESS, input(task.get(), token),
                timeout(task.get().count()), settings.memoryBytes()));
        Map<String, String> facts = new TreeMap<>(
                Map.of("sandbox", sandbox.name(), "tests", String.valueOf(task.get().count())));
        return report(result.output(), token).map(report -> verdict(report, facts))
                .orElseGet(() -> broken(result, token, facts));
    }

    private String token() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private String input(CodeTask task, String token) {
        return Json.write(Json.object().put("token", token).put("mode", task.mode()).put("program", task.program())
                .put("function", task.function()).put("timeout_s", settings.timeout().toMillis() / 1e3)
                .set("tests", task.tests()));
    }

    private Duration timeout(int count) {
        Duration all = settings.timeout().multipliedBy(count).plus(START);
        return all.compareTo(MAX_TOTAL) > 0 ? MAX_TOTAL : all;
    }

    private static Optional<JsonNode> report(String output, String token) {
        int at = output.lastIndexOf(token);
        if (at < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.parse(output.substring(at + token.length()).lines().findFirst().orElse("")));
        } catch (JsonSyntaxException torn) {
            return Optional.empty();
        }
    }

    private static Evaluation verdict(JsonNode report, Map<String, String> facts) {
        if (report.has("broken")) {
            return Evaluation.failed("The sandbox broke: " + report.path("broken").asText()).withMetadata(facts);
        }
        int passed = report.path("passed").asInt();
        facts.put("passed", String.valueOf(passed));
        if (report.path("failure").isMissingNode()) {
            return new Evaluation(Verdict.CORRECT, Optional.empty(), "Passes all " + passed + " tests", facts);
        }
        JsonNode failure = report.path("failure");
        StringBuilder reason = new StringBuilder("Test " + report.path("test").asInt() + " of "
                + report.path("total").asInt() + ": " + failure.path("reason").asText());
        for (String field : List.of("input", "expected", "got")) {
            if (failure.has(field)) {
                reason.append("; ").append(field).append(' ').append(failure.path(field).asText().replace('\n', ' '));
            }
        }
        return new Evaluation(Verdict.INCORRECT, Optional.empty(), Excerpt.of(reason.toString(), 2 * SHOWN), facts);
    }

    /**
     * Evaluates a run without a report. A limit, the program itself or the SDK ended it: the program is wrong. Where
     * the tests never began, the sandbox failed, and the result shows nothing about the program.
     */
    private static Evaluation broken(CommandResult result, String token, Map<String, String> facts) {
        String errors = Excerpt.of(result.errors().strip(), SHOWN);
        if (!result.output().contains(token)) {
            return Evaluation.failed("The sandbox did not run the tests: "
                    + (result.end() == CommandEnd.FINISHED ? errors : "it " + result.end().words()))
                    .withMetadata(facts);
        }
        return new Evaluation(Verdict.INCORRECT, Optional.empty(), result.end() == CommandEnd.FINISHED
                ? "The program ended its tests: " + errors
                : "The program " + result.end().words(), facts);
    }

    private static String harness() {
        try (InputStream script = CodeEvaluator.class.getResourceAsStream("harness.py")) {
            return new String(Objects.requireNonNull(script, "harness.py").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
