package dev.ipw.benchmarks.swebench;

import dev.ipw.benchmarks.patch.PatchTests;
import dev.ipw.benchmarks.patch.Testbed;
import dev.ipw.benchmarks.testlog.LogParser;
import dev.ipw.benchmarks.testlog.TestResults;
import dev.ipw.benchmarks.testlog.WantedTests;
import dev.ipw.benchmarks.verification.Verification;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The tests of a SWE-bench task: its evaluation script is run on the patched repository, and the results are read from
 * the text between its marks.
 *
 * @param record  the task
 * @param longest the maximum time of the script
 */
public record SweBenchTests(DatasetRecord record, Duration longest) implements PatchTests {
    /** The maximum time of the script, as set by the benchmark's authors. */
    public static final Duration LONGEST = Duration.ofMinutes(30);
    private static final int MAX_LOG_BYTES = 64 << 20;
    private static final int SHOWN_TESTS = 5;

    @Override
    public Optional<String> image() {
        return field("image");
    }

    @Override
    public Optional<String> problem() {
        if (image().isEmpty() || field("eval_script").isEmpty() || field("log_parser").isEmpty()) {
            return Optional.of("the task names no image, evaluation script and log parser; newer revisions of the"
                    + " dataset do");
        }
        if (parser().isEmpty()) {
            return Optional.of("its log parser " + field("log_parser").orElse("") + " is not known (known are "
                    + LogParser.names() + ")");
        }
        try {
            return wanted().isEmpty() ? Optional.of("the task names no test") : Optional.empty();
        } catch (JsonSyntaxException torn) {
            return Optional.of("its list of tests cannot be read: " + torn.getMessage());
        }
    }

    private Optional<LogParser> parser() {
        return field("log_parser").flatMap(LogParser::named);
    }

    private WantedTests wanted() throws JsonSyntaxException {
        return new WantedTests(tests("FAIL_TO_PASS"), tests("PASS_TO_PASS"));
    }

    /** Reads a list of tests, which is JSON text in the official rows, and a list in copies of them. */
    private List<String> tests(String name) throws JsonSyntaxException {
        Object value = record.metadata().get(name);
        List<String> names = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(each -> names.add(String.valueOf(each)));
        } else if (value instanceof String text && !text.isBlank()) {
            Json.parse(text).forEach(each -> names.add(each.asText()));
        }
        return names;
    }

    @Override
    public Judging prepare(Testbed testbed, Path folder) {
        return () -> judge(testbed, folder.resolve("test-output.txt"));
    }

    private Verification judge(Testbed testbed, Path log) throws InterruptedException {
        String script = testbed.put("eval.sh",
                field("eval_script").orElseThrow().getBytes(StandardCharsets.UTF_8));
        CommandResult result = testbed.record("bash " + script, longest, log, MAX_LOG_BYTES);
        if (result.end() == CommandEnd.TIMED_OUT) {
            return Verification.timedOut("The tests took longer than " + longest.toMinutes() + " min",
                    testbed.name());
        }
        EvaluationLog printed = EvaluationLog.of(Testbed.text(log, MAX_LOG_BYTES));
        try {
            return toVerification(printed, testbed.name());
        } catch (JsonSyntaxException torn) {
            return Verification.missing("The list of tests cannot be read: " + torn.getMessage(), testbed.name());
        }
    }

    private Verification toVerification(EvaluationLog printed, String environment) throws JsonSyntaxException {
        TestResults results = parser().orElseThrow().parse(printed.tests());
        Map<String, String> facts = new TreeMap<>();
        facts.put("tests", String.valueOf(results.byName().size()));
        printed.exitCode().ifPresent(code -> facts.put("exit_code", String.valueOf(code)));
        Optional<String> problem = printed.problem().or(() -> results.isEmpty()
                ? Optional.of("The tests printed no result")
                : Optional.empty());
        if (problem.isPresent()) {
            return Verification.failed(problem.get(), environment).withFacts(facts);
        }
        if (printed.exitCode().orElse(0) != 0 && !results.hasFailure()) {
            return Verification.failed("The tests say that none failed, and ended with the exit status "
                    + printed.exitCode().orElse(0), environment).withFacts(facts);
        }
        return counted(results, environment).withFacts(facts);
    }

    private Verification counted(TestResults results, String environment) throws JsonSyntaxException {
        WantedTests wanted = wanted();
        List<String> failing = wanted.stillFailing(results);
        List<String> broken = wanted.broken(results);
        boolean isResolved = failing.isEmpty() && broken.isEmpty() && !wanted.isEmpty();
        Map<String, Double> rewards = new TreeMap<>(Map.of(Verification.REWARD, isResolved ? 1.0 : 0.0));
        share("fail_to_pass", failing, wanted.failToPass(), rewards);
        share("pass_to_pass", broken, wanted.passToPass(), rewards);
        Verification found = Verification.of(rewards, environment);
        return isResolved
                ? found
                : found.withReason(failing.isEmpty()
                        ? listTests(broken, wanted.passToPass(), "passed before and do not any more")
                        : listTests(failing, wanted.failToPass(), "that should pass do not"));
    }

    private static void share(String name, List<String> missing, List<String> all, Map<String, Double> rewards) {
        if (!all.isEmpty()) {
            rewards.put(name, (all.size() - missing.size()) / (double) all.size());
        }
    }

    private static String listTests(List<String> missing, List<String> all, String outcome) {
        return missing.size() + " of " + all.size() + " tests " + outcome + ": "
                + missing.stream().limit(SHOWN_TESTS).collect(Collectors.joining(", "))
                + (missing.size() > SHOWN_TESTS ? " ..." : "");
    }
}
