package dev.ipw.benchmarks.testlog;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the output of pytest. A test's own output precedes the short summary, so a line "PASSED" counts only
 * after the last head of a summary, where there is one; a failure counts everywhere.
 */
final class PytestLog {
    private static final Pattern SUMMARY = Pattern.compile("(?m)^=+ short test summary info =+\\s*$");
    private static final Pattern OPTION = Pattern.compile("(.*?)\\[(.*)\\]");
    private static final Pattern COLOUR = Pattern.compile("\\x1b?\\[(\\d+)(;\\d+)*m");
    private static final Pattern CONTROL = Pattern.compile("[\\x01-\\x08\\x0b-\\x1f]");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private PytestLog() {}

    static TestResults plain(String log) {
        return leading(log, UnaryOperator.identity());
    }

    /** Reads results with paths in brackets shortened to their last part, because the first parts differ by machine. */
    static TestResults withOptions(String log) {
        return leading(log, PytestLog::withShortPath);
    }

    private static String withShortPath(String name) {
        Matcher matcher = OPTION.matcher(name);
        if (!matcher.find()) {
            return name;
        }
        String option = matcher.group(2);
        boolean isPath = option.startsWith("/") && !option.startsWith("//") && !option.contains("*");
        return matcher.group(1) + "[" + (isPath ? option.substring(option.lastIndexOf('/')) : option) + "]";
    }

    static TestResults ofMatplotlib(String log) {
        return leading(log.replace("MouseButton.LEFT", "1").replace("MouseButton.RIGHT", "3"),
                UnaryOperator.identity());
    }

    static TestResults anyVersion(String log) {
        String plain = CONTROL.matcher(COLOUR.matcher(log).replaceAll("")).replaceAll("");
        TestResults results = leading(plain, UnaryOperator.identity());
        // Older versions end the line of a test with its status, and have no summary of those that passed.
        boolean hasPasses = results.byName().values().stream().anyMatch(TestStatus::isPass);
        plain.lines().forEach(line -> {
            String[] words = words(line);
            Optional<TestStatus> status = TestStatus.startOf(line).isPresent()
                    ? Optional.empty()
                    : TestStatus.endOf(line);
            if (status.isPresent() && words.length >= 2 && words[1].equals(status.get().name())
                    && (status.get().isFailure() || !hasPasses)) {
                results.add(words[0], status.get());
            }
        });
        return results;
    }

    static TestResults ofSeaborn(String log) {
        TestResults results = leading(log, UnaryOperator.identity());
        boolean hasPasses = results.byName().values().stream().anyMatch(TestStatus::isPass);
        log.lines().forEach(line -> {
            String[] words = words(line);
            if (!hasPasses && words.length >= 2 && words[1].equals(TestStatus.PASSED.name())
                    && line.contains(" PASSED ")) {
                results.add(words[0], TestStatus.PASSED);
            }
        });
        return results;
    }

    private static TestResults leading(String log, UnaryOperator<String> naming) {
        TestResults results = new TestResults();
        int summary = 0;
        Matcher head = SUMMARY.matcher(log);
        while (head.find()) {
            summary = head.end();
        }
        List<String> before = log.substring(0, summary).lines().toList();
        before.forEach(line -> add(line, naming, results, true));
        log.substring(summary).lines().forEach(line -> add(line, naming, results, false));
        return results;
    }

    private static void add(String line, UnaryOperator<String> naming, TestResults results, boolean failuresOnly) {
        Optional<TestStatus> status = TestStatus.startOf(line);
        if (status.isEmpty() || (failuresOnly && !status.get().isFailure())) {
            return;
        }
        String[] words = words(status.get() == TestStatus.FAILED ? line.replace(" - ", " ") : line);
        if (words.length > 1 && words[0].equals(status.get().name())) {
            results.add(naming.apply(words[1]), status.get());
        }
    }

    private static String[] words(String line) {
        return BLANKS.split(line.strip());
    }
}
