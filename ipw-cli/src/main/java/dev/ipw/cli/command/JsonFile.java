package dev.ipw.cli.command;

import dev.ipw.internal.file.AtomicFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The file that {@code --output} names. */
public final class JsonFile {
    private JsonFile() {}

    public static void write(Path file, String json) {
        AtomicFile.write(file, json.getBytes(StandardCharsets.UTF_8));
    }
}
