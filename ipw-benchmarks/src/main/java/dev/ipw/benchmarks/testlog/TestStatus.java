package dev.ipw.benchmarks.testlog;

import java.util.Optional;
import java.util.stream.Stream;

/** The status of a finished test, the better ones first. */
public enum TestStatus {
    /** The test passed. */
    PASSED,
    /** The test failed, as its authors expect. */
    XFAIL,
    /** The test was not run. */
    SKIPPED,
    /** The test failed. */
    FAILED,
    /** The test could not be run to its end. */
    ERROR;

    /**
     * Returns whether it counts as passed.
     *
     * @return true for a test that passed, or failed as expected
     */
    public boolean isPass() {
        return this == PASSED || this == XFAIL;
    }

    /**
     * Returns whether it counts as failed.
     *
     * @return true for a failure or an error
     */
    public boolean isFailure() {
        return this == FAILED || this == ERROR;
    }

    /** Returns the worse of two. */
    TestStatus worse(TestStatus other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** Returns the status that a line begins with. */
    static Optional<TestStatus> startOf(String line) {
        return Stream.of(values()).filter(status -> line.startsWith(status.name())).findFirst();
    }

    /** Returns the status that a line ends with. */
    static Optional<TestStatus> endOf(String line) {
        return Stream.of(values()).filter(status -> line.endsWith(status.name())).findFirst();
    }
}
