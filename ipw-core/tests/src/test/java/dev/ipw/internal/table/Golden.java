package dev.ipw.internal.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Hold what is written against a file under {@code src/test/resources/golden}. After a change that is meant,
 * {@code mvn test -Dtest=... -Dgolden=write} stores the new bytes; the difference then shows in the commit.
 */
public final class Golden {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    private Golden() {}

    /**
     * Compare.
     *
     * @param name   the stored file
     * @param actual the bytes now
     * @throws IOException if the stored file cannot be read or written
     */
    public static void check(String name, byte[] actual) throws IOException {
        Path golden = FOLDER.resolve(name);
        if ("write".equals(System.getProperty("golden"))) {
            Files.createDirectories(golden.getParent());
            Files.write(golden, actual);
        }
        assertThat(golden).as("stored bytes of %s", name).hasBinaryContent(actual);
    }
}
