package dev.ipw.benchmarks.testlog;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the output of SymPy's runner: "test_name ok" in a line, and a head with underscores above each failure.
 */
final class SympyLog {
    private static final Pattern HEAD = Pattern.compile("(?m)^_+ (.*)\\.py:(.*?) _+$");
    private static final Pattern OF_FILE = Pattern.compile("\\[(FAIL|OK)\\]$");
    private static final Map<String, TestStatus> ENDS = Map.of(" E", TestStatus.ERROR, " F", TestStatus.FAILED, " ok",
            TestStatus.PASSED, " s", TestStatus.SKIPPED, " f", TestStatus.XFAIL);

    private SympyLog() {}

    static TestResults results(String log) {
        TestResults results = new TestResults();
        log.lines().map(String::strip).filter(line -> line.startsWith("test_")).forEach(line -> {
            String text = OF_FILE.matcher(line).replaceFirst("").strip();
            Optional<TestStatus> status = ENDS.entrySet().stream().filter(end -> text.endsWith(end.getKey()))
                    .map(Map.Entry::getValue).findFirst();
            status.ifPresent(known -> results.add(text.split("\\s+", -1)[0], known));
        });
        Matcher heads = HEAD.matcher(log);
        while (heads.find()) {
            results.add(heads.group(1) + ".py:" + heads.group(2), TestStatus.FAILED);
            // The tested code may have printed the same test as passed.
            if (results.byName().containsKey(heads.group(2))) {
                results.add(heads.group(2), TestStatus.FAILED);
            }
        }
        return results;
    }
}
