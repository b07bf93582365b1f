package dev.ipw.cli;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Write the file that {@code --output} names. */
final class JsonFile {
    private JsonFile() {}

    static void write(Path file, String json) {
        try {
            Files.writeString(file, json);
        } catch (IOException failure) {
            throw new InputException("Cannot write " + file.toAbsolutePath() + ": " + failure
                    + ". Give --output a file in a folder that exists and can be written", failure);
        }
    }
}
