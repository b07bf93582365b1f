package dev.ipw.examples.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The README and the pages of the guide. */
final class Pages {
    private Pages() {}

    static List<Path> all(Path root) throws IOException {
        try (Stream<Path> entries = Files.list(root.resolve("docs"))) {
            return Stream.concat(Stream.of(root.resolve("README.md")),
                    entries.filter(entry -> entry.toString().endsWith(".md")).sorted()).toList();
        }
    }
}
