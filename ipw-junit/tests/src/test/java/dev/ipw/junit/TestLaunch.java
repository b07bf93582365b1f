package dev.ipw.junit;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;

/** Runs test classes with Jupiter inside a test. */
final class TestLaunch {
    private final Map<String, String> parameters = new LinkedHashMap<>();

    private TestLaunch(Path folder, String collectors) {
        parameters.put("ipw.collectors", collectors);
        parameters.put("ipw.report.directory", folder.resolve("build").toString());
        parameters.put("ipw.baseline.directory", folder.resolve("baselines").toString());
    }

    /** Measure with these collectors, and keep everything in a folder. */
    static TestLaunch of(Path folder, String collectors) {
        return new TestLaunch(folder, collectors);
    }

    TestLaunch with(String parameter, String value) {
        parameters.put(parameter, value);
        return this;
    }

    Results run(Class<?> testClass) {
        return new Results(EngineTestKit.engine("junit-jupiter").configurationParameters(parameters)
                .selectors(DiscoverySelectors.selectClass(testClass)).execute());
    }

    /** What came of it. */
    record Results(EngineExecutionResults events) {
        TestExecutionResult.Status status() {
            return result().getStatus();
        }

        /** Return the message with which the only test ended; empty text if it passed. */
        String message() {
            return result().getThrowable().map(Throwable::getMessage).orElse("");
        }

        Optional<Throwable> thrown() {
            return result().getThrowable();
        }

        private TestExecutionResult result() {
            List<TestExecutionResult> all = all();
            if (all.size() != 1) {
                throw new AssertionError("There is not one test but " + all);
            }
            return all.getFirst();
        }

        List<TestExecutionResult> all() {
            return events.testEvents().filter(event -> event.getType() == EventType.FINISHED)
                    .map(event -> event.getRequiredPayload(TestExecutionResult.class)).toList();
        }

        /** Return the published entries of the only test. */
        Map<String, String> entries() {
            Map<String, String> entries = new LinkedHashMap<>();
            events.testEvents().reportingEntryPublished().map(TestLaunch::entry).forEach(entries::putAll);
            return entries;
        }
    }

    private static Map<String, String> entry(Event event) {
        return event.getRequiredPayload(ReportEntry.class).getKeyValuePairs();
    }
}
