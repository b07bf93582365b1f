package dev.ipw.junit;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
        return Optional.ofNullable(read().get(test)).map(Baseline::read);
    }

    /**
     * Writes a test's baseline replacing an earlier one.
     *
     * @throws InputException if the file cannot be read or written
     */
    void put(String test, Baseline baseline) {
        Map<String, Map<?, ?>> all = new TreeMap<>();
        read().forEach((name, known) -> all.put(name, known.members()));
        all.put(test, baseline.json());
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
        } catch (IOException failure) {
            throw new InputException("Cannot make the folder of " + file + ": " + AtomicFile.reasonOf(failure)
                    + ". Choose another one with ipw.baseline.directory", failure);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("hardware", hardware);
        json.put("tests", all);
        AtomicFile.write(file, JsonWriter.write(json).getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, JsonObject> read() {
        if (!Files.exists(file)) {
            return Map.of();
        }
        JsonObject json = JsonObject.read(file, MAX_BYTES);
        if (json.whole("format") != FORMAT) {
            throw new InputException(file + ": format " + json.whole("format") + " is not known here, only " + FORMAT
                    + ". Write it anew with -Dipw.baseline=update, or use the version that wrote it");
        }
        return json.object("tests").objects();
    }
}
