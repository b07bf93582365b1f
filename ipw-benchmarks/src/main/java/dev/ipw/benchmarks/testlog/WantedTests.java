package dev.ipw.benchmarks.testlog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tests that a change must make pass, and tests that it must not break.
 *
 * @param failToPass tests that must pass
 * @param passToPass tests that must still pass, or be skipped
 */
public record WantedTests(List<String> failToPass, List<String> passToPass) {
    /** Copies the lists. */
    public WantedTests {
        failToPass = List.copyOf(failToPass);
        passToPass = List.copyOf(passToPass);
    }

    /**
     * Returns whether no test is wanted, so that no result can meet the demand.
     *
     * @return true if both lists are empty
     */
    public boolean isEmpty() {
        return failToPass.isEmpty() && passToPass.isEmpty();
    }

    /**
     * Lists the tests that should pass and do not.
     *
     * @param results the results of the tests
     * @return their names
     */
    public List<String> stillFailing(TestResults results) {
        return failToPass.stream()
                .filter(test -> end(test, results.byName()).filter(TestStatus::isPass).isEmpty()).toList();
    }

    /**
     * Lists the tests that were broken.
     *
     * @param results the results of the tests
     * @return their names
     */
    public List<String> broken(TestResults results) {
        return passToPass.stream().filter(test -> end(test, results.byName())
                .filter(status -> status.isPass() || status == TestStatus.SKIPPED).isEmpty()).toList();
    }

    /**
     * Returns the status of a test. Names with parameters may be cut off at a blank, in the list or in the log: all
     * names with the same beginning count then.
     */
    private static Optional<TestStatus> end(String test, Map<String, TestStatus> results) {
        TestStatus exact = results.get(test);
        if (exact != null) {
            return Optional.of(exact);
        }
        if (!test.contains("[")) {
            return Optional.empty();
        }
        List<TestStatus> alike = new ArrayList<>();
        if (!test.endsWith("]")) {
            results.forEach((name, status) -> {
                if (name.startsWith(test)) {
                    alike.add(status);
                }
            });
        } else if (test.contains(" ")) {
            Optional.ofNullable(results.get(test.substring(0, test.indexOf(' ')))).ifPresent(alike::add);
        }
        return alike.stream().reduce(TestStatus::worse);
    }
}
