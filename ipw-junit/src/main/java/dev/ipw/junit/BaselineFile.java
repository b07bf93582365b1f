package dev.ipw.junit;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The baselines of one machine in a file of the project. Not thread-safe. */
final class BaselineFile {
    private static final long FORMAT = 1;
    private static final long MAX_BYTES = 16L << 20;

    private final Path file;
    private final String hardware;

    BaselineFile(Path folder, String hardware) {
        this.hardware = hardware;
        file = folder.resolve(hardware + ".json");
    }

    Path path() {
        return file;
    }

    /**
     * Returns a test's baseline.
     *
     * @throws InputException if the file is damaged, or written by a newer version
     */
    Optional<Baseline> find(String test) {
        return Optional.ofNullable(read().get(test))
                .map(values -> Baseline.read(TreeReader.of(file + ": " + test, values)));
    }

    /**
     * Writes a test's baseline replacing an earlier one.
     *
     * @throws InputException if the file cannot be read or written
     */
    void put(String test, Baseline baseline) {
        Map<String, Object> all = new TreeMap<>(read());
        all.put(test, baseline.tree());
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
        } catch (IOException failure) {
            throw new InputException("Cannot make the folder of " + file + ": " + AtomicFile.reasonOf(failure)
                    + ". Choose another one with ipw.baseline.directory", failure);
        }
        String json = TreeBuilder.object().put("format", FORMAT).put("hardware", hardware).put("tests", all)
                .prettyJson();
        AtomicFile.write(file, (json + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, Map<String, @Nullable Object>> read() {
        if (!Files.exists(file)) {
            return Map.of();
        }
        TreeReader tree = TreeReader.ofJson(file.toString(),
                new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8));
        if (tree.whole("format") != FORMAT) {
            throw new InputException(file + ": format " + tree.whole("format") + " is not known here, only " + FORMAT
                    + ". Write it anew with -Dipw.baseline=update, or use the version that wrote it");
        }
        TreeReader tests = tree.child("tests");
        Map<String, Map<String, @Nullable Object>> all = new TreeMap<>();
        tests.asMap().keySet().forEach(test -> all.put(test, tests.child(test).asMap()));
        return all;
    }
}
