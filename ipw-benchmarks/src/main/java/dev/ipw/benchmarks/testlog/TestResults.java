package dev.ipw.benchmarks.testlog;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The results of tests, by name. Of several results of one test the worst counts, so that the test's own output cannot
 * hide a failure.
 */
public final class TestResults {
    private final Map<String, TestStatus> byName = new LinkedHashMap<>();

    /** Makes empty results. */
    TestResults() {}

    void add(String name, TestStatus status) {
        byName.merge(name, status, TestStatus::worse);
    }

    /**
     * Returns the tests.
     *
     * @return the status of each test, by name
     */
    public Map<String, TestStatus> byName() {
        return Map.copyOf(byName);
    }

    /**
     * Returns whether there are no results.
     *
     * @return true if no result was found
     */
    public boolean isEmpty() {
        return byName.isEmpty();
    }

    /**
     * Returns whether a test failed.
     *
     * @return true if one failed or could not be run
     */
    public boolean hasFailure() {
        return byName.values().stream().anyMatch(TestStatus::isFailure);
    }
}
