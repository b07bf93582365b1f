package dev.ipw.benchmarks.dataset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.ipw.benchmarks.code.PrivateTests;
import dev.ipw.benchmarks.rows.LargeText;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.CacheFolder;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files with the tests of programs, which are too large for the metadata of a run.
 *
 * @param folder their folder, created when the first is kept; empty to put the tests into the metadata, such as for
 *               examples
 */
record TestFiles(Optional<Path> folder) {
    /** The column of the hidden tests. */
    static final String HIDDEN = "private_test_cases";

    /** Keeps the public and hidden tests of a row, and puts their place into its metadata. */
    void keep(Row row, Metadata metadata) {
        ArrayNode tests = Json.array();
        add(tests, row, row.text("public_test_cases"));
        if (row.value(HIDDEN).orElse("") instanceof LargeText large) {
            metadata.put("hidden_tests_file", large.file().toAbsolutePath().toString());
        } else {
            add(tests, row, row.text(HIDDEN).map(PrivateTests::decode));
        }
        if (folder.isEmpty()) {
            metadata.put("tests", Json.write(tests));
        } else {
            metadata.put("tests_file", file(folder.get(), Json.writeBytes(tests)));
        }
    }

    private static String file(Path folder, byte[] bytes) {
        Path file = folder.resolve(Sha256.of(bytes) + ".json");
        if (!Files.isRegularFile(file)) {
            CacheFolder.made(folder);
            AtomicFile.write(file, bytes);
        }
        return file.toAbsolutePath().toString();
    }

    private static void add(ArrayNode tests, Row row, Optional<String> json) {
        try {
            if (json.isPresent()) {
                Json.parse(json.get()).forEach(tests::add);
            }
        } catch (JsonSyntaxException torn) {
            throw row.wrong("its test cases are no JSON: " + torn.getMessage());
        }
    }
}
