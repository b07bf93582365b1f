package dev.ipw.benchmarks.testlog;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the output of Django's runner: "name ... ok", where other output may be between the dots and the word.
 */
final class DjangoLog {
    private static final String DOTS = " ... ";
    private static final Pattern PASS = Pattern.compile(" \\.\\.\\. {1,2}(ok|OK)$");
    /** The name, and the output that the runner itself may print before the word. */
    private static final Pattern INTERRUPTED = Pattern.compile(
            "(?m)^(.*?) \\.\\.\\. (?:Testing against Django installed in [^\\n]*(?:\\n[^\\n]*){0,8}? silenced\\)\\."
                    + "|Internal Server Error: /[^\\n]*/|System check identified no issues \\(0 silenced\\))\\nok$");
    private static final Pattern FAILURE = Pattern.compile("^(FAIL|ERROR): (\\S+).*");

    private DjangoLog() {}

    static TestResults results(String log) {
        TestResults results = new TestResults();
        Optional<String> last = Optional.empty();
        for (String raw : log.lines().toList()) {
            String line = raw.strip();
            if (line.contains("--version is equivalent to version")) {
                results.add("--version is equivalent to version", TestStatus.PASSED);
            }
            if (line.contains(DOTS)) {
                last = Optional.of(line.substring(0, line.indexOf(DOTS)));
            }
            add(line, results);
            if (line.startsWith("ok")) {
                last.ifPresent(name -> results.add(name, TestStatus.PASSED));
            }
        }
        Matcher interrupted = INTERRUPTED.matcher(log);
        while (interrupted.find()) {
            results.add(interrupted.group(1), TestStatus.PASSED);
        }
        return results;
    }

    private static void add(String line, TestResults results) {
        Matcher pass = PASS.matcher(line);
        if (pass.find()) {
            results.add(line.substring(0, pass.start()), TestStatus.PASSED);
        }
        int skipped = line.indexOf(" ... skipped");
        if (skipped >= 0) {
            results.add(line.substring(0, skipped), TestStatus.SKIPPED);
        }
        ended(line, " ... FAIL", TestStatus.FAILED, results);
        ended(line, " ... ERROR", TestStatus.ERROR, results);
        ended(line, " ... expected failure", TestStatus.XFAIL, results);
        Matcher failure = FAILURE.matcher(line);
        if (failure.matches()) {
            results.add(failure.group(2), failure.group(1).equals("FAIL") ? TestStatus.FAILED : TestStatus.ERROR);
        }
    }

    private static void ended(String line, String end, TestStatus status, TestResults results) {
        if (line.endsWith(end)) {
            results.add(line.substring(0, line.length() - end.length()), status);
        }
    }
}
