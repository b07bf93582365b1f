package dev.ipw.benchmarks.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The script that runs tests. */
final class Harness {
    /** The text of the script. */
    static final String SCRIPT = read();

    private Harness() {}

    private static String read() {
        try (InputStream script = Harness.class.getResourceAsStream("harness.py")) {
            return new String(Objects.requireNonNull(script, "harness.py").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
