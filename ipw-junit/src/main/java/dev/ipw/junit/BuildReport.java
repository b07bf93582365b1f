package dev.ipw.junit;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the budgets of a build, as JSON, as a page and as Markdown. Several processes of one build add to the same
 * files; a test that runs again replaces its earlier outcome.
 */
final class BuildReport {
    static final String JSON = "ipw-energy.json";
    static final String PAGE = "ipw-energy.html";
    static final String MARKDOWN = "ipw-energy.md";
    private static final String LOCK = ".ipw-energy.lock";
    private static final long FORMAT = 1;
    private static final long MAX_BYTES = 64L << 20;

    private final Path folder;
    private final Map<String, JsonObject> tests = new TreeMap<>();

    BuildReport(Path folder) {
        this.folder = folder;
    }

    synchronized void add(String test, Map<String, @Nullable Object> outcome) {
        tests.put(test, new JsonObject(JSON, outcome));
    }

    /**
     * Writes the files, unless there are no outcomes.
     *
     * @throws InputException if they cannot be written
     */
    @SuppressWarnings("try")
    synchronized void write() {
        if (tests.isEmpty()) {
            return;
        }
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE); FileLock lock = channel.lock()) {
                writeAll();
            }
        } catch (IOException failure) {
            throw new InputException("Cannot write the energy report into " + folder + ": "
                    + AtomicFile.reasonOf(failure) + ". Choose another folder with ipw.report.directory", failure);
        }
    }

    private void writeAll() {
        Map<String, JsonObject> all = before();
        all.putAll(tests);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("tests", all.values().stream().map(JsonObject::members).toList());
        AtomicFile.write(folder.resolve(JSON), JsonWriter.write(json).getBytes(StandardCharsets.UTF_8));
        AtomicFile.write(folder.resolve(PAGE), EnergyPage.of(all.values()).getBytes(StandardCharsets.UTF_8));
        AtomicFile.write(folder.resolve(MARKDOWN), EnergyPage.markdown(all.values()).getBytes(StandardCharsets.UTF_8));
    }

    /** Reads the existing file; a damaged one is replaced. */
    private Map<String, JsonObject> before() {
        Map<String, JsonObject> before = new TreeMap<>();
        Path file = folder.resolve(JSON);
        if (Files.exists(file)) {
            try {
                JsonObject.read(file, MAX_BYTES).objects("tests")
                        .forEach(test -> before.put(test.text("test"), test));
            } catch (InputException damaged) {
                before.clear();
            }
        }
        return before;
    }
}
