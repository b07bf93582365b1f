package dev.ipw.telemetry.hardware;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** A reader of kernel files that hold one short value, read once. */
public final class KernelText {
    private static final int MAX_BYTES = 256;

    private KernelText() {}

    /**
     * Reads a text.
     *
     * @param path the file
     * @return its content without the line end; empty if it cannot be read
     */
    public static Optional<String> read(Path path) {
        try (InputStream stream = Files.newInputStream(path)) {
            return Optional.of(new String(stream.readNBytes(MAX_BYTES), StandardCharsets.US_ASCII).strip());
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * Reads a whole number.
     *
     * @param path the file
     * @return the number; empty if the file cannot be read or its content is not a number
     */
    public static OptionalLong number(Path path) {
        Optional<String> text = read(path);
        try {
            return text.isPresent() ? OptionalLong.of(Long.parseLong(text.get())) : OptionalLong.empty();
        } catch (NumberFormatException notANumber) {
            return OptionalLong.empty();
        }
    }
}
