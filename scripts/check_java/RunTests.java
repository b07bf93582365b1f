import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Set;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs the tests of a folder of classes whose names match a pattern, without those that start processes, wait or draw. */
final class RunTests {
    private static final int MAX_FAILURES = 50;

    public static void main(String[] arguments) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClasspathRoots(Set.of(Path.of(arguments[0]))))
                .filters(ClassNameFilter.includeClassNamePatterns(arguments[1]),
                        TagFilter.excludeTags("process", "kill", "real-time", "statistical", "fuzz"))
                .build(), listener);
        TestExecutionSummary summary = listener.getSummary();
        summary.printFailuresTo(new PrintWriter(System.err), MAX_FAILURES);
        System.out.println(summary.getTestsSucceededCount() + " passed, " + summary.getTotalFailureCount() + " failed, "
                + (summary.getTestsSkippedCount() + summary.getTestsAbortedCount()) + " skipped");
        System.exit(summary.getTotalFailureCount() > 0 || summary.getTestsSucceededCount() == 0 ? 1 : 0);
    }
}
