package dev.ipw.junit.contract;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.VisualizationProvider.Drawing;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.results.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The contract of {@code ipw plot} with a {@link VisualizationProvider}: files in the given folder, or a reason why
 * there are no files.
 *
 * <pre>{@code
 * class RadarPictureTests extends VisualizationProviderContract {
 *     protected VisualizationProvider provider() {
 *         return new RadarPicture();
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class VisualizationProviderContract extends PluginContract<VisualizationProvider> {
    @TempDir
    Path folder;

    /** Creates the contract of a subclass's plugin. */
    protected VisualizationProviderContract() {}

    @Override
    final Class<VisualizationProvider> service() {
        return VisualizationProvider.class;
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
     * Creates the run to draw. By default it is one of 20 questions to a fake model, on a machine of a constant 50 W.
     *
     * @param empty an empty folder for it
     * @return a finished run
     * @throws Exception if it cannot be created, which fails the test
     */
    protected ProfileRun run(Path empty) throws Exception {
        return ExampleRun.in(empty);
    }

    private Drawing draw(Map<String, String> values) throws Exception {
        RunReader run = RunReader.open(run(Files.createDirectories(folder.resolve("runs"))).path());
        return provider().draw(List.of(run), pictures(), Parameters.of(provider().id(), values));
    }

    private Path pictures() throws IOException {
        return Files.createDirectories(folder.resolve("pictures"));
    }

    @Test
    void drawsFilesOrSaysWhyNot() throws Exception {
        Drawing drawing = draw(parameters());

        assertFalse(drawing.files().isEmpty() && drawing.notDrawn().isEmpty(),
                "nothing was drawn, and no reason given");
        for (Path file : drawing.files()) {
            assertTrue(file.toAbsolutePath().startsWith(pictures().toAbsolutePath()), file + " lies elsewhere");
            assertTrue(Files.size(file) > 0, file + " is empty");
        }
    }

    @Test
    void drawsNoFileThatItDoesNotName() throws Exception {
        Drawing drawing = draw(parameters());

        for (Path file : FolderContent.of(pictures()).keySet()) {
            assertTrue(drawing.files().contains(pictures().resolve(file)), file + " was drawn and is not named");
        }
    }

    @Test
    void refusesAParameterThatItDoesNotKnow() {
        assertThrows(ConfigurationException.class, () -> draw(Map.of("no_such_parameter", "1")),
                "a parameter that was typed wrongly is ignored: call parameters.rejectUnknown()");
    }
}
