package dev.ipw.junit.contract;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * The contract of screens, reports and files with an {@link AnalysisProvider}: a result under its own id that can be
 * written and read back, equal each time, and an unchanged run.
 *
 * <pre>{@code
 * class CarbonAnalysisTests extends AnalysisProviderContract {
 *     protected AnalysisProvider provider() {
 *         return new CarbonAnalysisProvider();
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class AnalysisProviderContract extends PluginContract<AnalysisProvider> {
    @TempDir
    Path folder;

    /** Creates the contract of a subclass's plugin. */
    protected AnalysisProviderContract() {}

    @Override
    final Class<AnalysisProvider> service() {
        return AnalysisProvider.class;
    }

    /**
     * Returns the parameters for the tests.
     *
     * @return empty by default
     */
    protected Map<String, String> parameters() {
        return Map.of();
    }

    /**
     * Creates the run to analyse. By default it is one of 20 questions to a fake model, on a machine of a constant 50
     * W.
     *
     * @param empty an empty folder for it
     * @return a finished run
     * @throws Exception if it cannot be created, which fails the test
     */
    protected ProfileRun run(Path empty) throws Exception {
        return ExampleRun.in(empty);
    }

    private AnalysisResult analyze(RunReader run, Map<String, String> values) {
        Parameters parameters = Parameters.of(provider().id(), values);
        return provider().create(parameters).analyze(run);
    }

    @Test
    void givesTheSameResultEachTimeUnderItsId() throws Exception {
        RunReader run = RunReader.open(run(folder).path());
        AnalysisResult result = analyze(run, parameters());

        assertEquals(provider().id(), result.analysis(), "the result has the id of another analysis");
        assertFalse(result.title().isBlank(), "the result has no title");
        assertEquals(result.toJson(), analyze(run, parameters()).toJson(), "a second look gives another result");
    }

    @Test
    void givesAResultThatCanBeWrittenAndReadBack() throws Exception {
        AnalysisResult result = analyze(RunReader.open(run(folder).path()), parameters());

        assertEquals(result.toJson(), AnalysisResult.read("result", result.toJson()).toJson(),
                "the file does not hold all of the result: put plain values into details only");
    }

    @Test
    void leavesTheRunAsItWas() throws Exception {
        Path run = run(folder).path();
        SortedMap<Path, Long> before = FolderContent.of(run);
        analyze(RunReader.open(run), parameters());

        assertEquals(before, FolderContent.of(run), "the analysis wrote into the run's folder");
    }

    @Test
    void refusesAParameterThatItDoesNotKnow() throws Exception {
        RunReader run = RunReader.open(run(folder).path());

        assertThrows(ConfigurationException.class, () -> analyze(run, Map.of("no_such_parameter", "1")),
                "a parameter that was typed wrongly is ignored: call parameters.rejectUnknown()");
    }
}
