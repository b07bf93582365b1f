package dev.ipw.benchmarks.testlog;

import java.util.LinkedHashMap;
import java.util.Map;

/** Collect how tests ended, by name. Of a test that is told several times, the worst end counts, so that a printed lie cannot mend it. */
public final class TestResults {
    private final Map<String, TestStatus> byName = new LinkedHashMap<>();

    /** Holds no test. */
    TestResults() {}

    void add(String name, TestStatus status) {
        byName.merge(name, status, TestStatus::worse);
    }

    /**
     * Returns the tests.
     *
     * @return how each ended, by name
     */
    public Map<String, TestStatus> byName() {
        return Map.copyOf(byName);
    }

    /**
     * Returns whether there is none.
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
