package dev.ipw.cli;

import dev.ipw.internal.file.AtomicFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The file that {@code --output} names. */
final class JsonFile {
    private JsonFile() {}

    static void write(Path file, String json) {
        AtomicFile.write(file, json.getBytes(StandardCharsets.UTF_8));
    }
}
