package dev.ipw.junit.contract;

import dev.ipw.error.InputException;
import dev.ipw.importing.ImportableRun;
import dev.ipw.importing.ImportedRequest;
import dev.ipw.importing.ImportedRun;
import dev.ipw.importing.RunImporterProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The contract of {@code ipw import} with a {@link RunImporterProvider}: the same requests each time, and bad input
 * that is rejected by its file's name. It needs the artifact {@code ipw-import}.
 *
 * <pre>{@code
 * class OhaImporterTests extends RunImporterContract {
 *     protected RunImporterProvider provider() {
 *         return new OhaImporterProvider();
 *     }
 *     protected Path results() {
 *         return Path.of("src/test/resources/oha.json");
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class RunImporterContract extends PluginContract<RunImporterProvider> {
    @TempDir
    Path folder;

    /** Creates the contract of a subclass's plugin. */
    protected RunImporterContract() {}

    @Override
    final Class<RunImporterProvider> service() {
        return RunImporterProvider.class;
    }

    /**
     * Returns the path of a result of the tool.
     *
     * @return a file or folder with at least one run of one request
     */
    protected abstract Path results();

    private static List<ImportedRequest> requests(ImportableRun run) throws IOException {
        List<ImportedRequest> requests = new ArrayList<>();
        try (ImportedRun opened = run.open()) {
            for (Optional<ImportedRequest> next = opened.next(); next.isPresent(); next = opened.next()) {
                requests.add(next.orElseThrow());
            }
        }
        return requests;
    }

    @Test
    void findsRunsWithNamesOfTheirOwn() {
        Set<String> names = new HashSet<>();
        List<ImportableRun> runs = provider().runs(results());

        assertFalse(runs.isEmpty(), "no run was found in " + results());
        for (ImportableRun run : runs) {
            assertTrue(names.add(run.name()), "two runs have the name '" + run.name() + "'");
            assertEquals(Path.of(run.name()), Path.of(run.name()).getFileName(),
                    "the name '" + run.name() + "' is not one folder name");
        }
    }

    @Test
    void readsTheSameRequestsEachTime() throws Exception {
        for (ImportableRun run : provider().runs(results())) {
            List<ImportedRequest> first = requests(run);

            assertFalse(first.isEmpty(), "run '" + run.name() + "' has no request");
            assertEquals(first.size(), requests(run).size(), "a second reading of '" + run.name() + "' differs");
        }
    }

    @Test
    void keepsMomentsInOrder() throws Exception {
        for (ImportableRun run : provider().runs(results())) {
            for (ImportedRequest request : requests(run)) {
                assertTrue(request.outcome().endNanos() >= request.outcome().intendedStartNanos(),
                        "request '" + request.question().id() + "' ends before it starts");
            }
        }
    }

    @Test
    void refusesWhatIsNotThereByItsName() {
        Path missing = folder.resolve("missing");

        InputException refused = assertThrows(InputException.class, () -> provider().runs(missing));
        assertTrue(String.valueOf(refused.getMessage()).contains("missing"), "the message does not name the file");
    }

    @Test
    void takesNoRequestFromWhatIsNotTheTools() throws Exception {
        Path other = Files.writeString(folder.resolve("other.json"), "[42, \"this is no result\"");

        assertEquals(0, requestsIn(other), "a request was read from a file of another kind");
    }

    private int requestsIn(Path file) throws IOException {
        int found = 0;
        try {
            for (ImportableRun run : provider().runs(file)) {
                found += requests(run).size();
            }
        } catch (InputException refused) {
            assertFalse(String.valueOf(refused.getMessage()).isBlank(), "the refusal says nothing");
        }
        return found;
    }
}
