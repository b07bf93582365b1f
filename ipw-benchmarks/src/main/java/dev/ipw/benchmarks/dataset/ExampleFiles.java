package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.error.InputException;
import dev.ipw.internal.rows.JsonLinesRows;
import dev.ipw.internal.rows.RowReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A reader of the examples of a benchmark, which are resources beside its class: {@code examples/ID.jsonl}, and for a
 * file beside the questions {@code examples/ID-NAME.jsonl}.
 *
 * @param id the benchmark's id
 */
record ExampleFiles(String id) implements RepositoryFiles {
    /** Reads the example rows of the questions. */
    List<Row> questions() {
        return read(id + ".jsonl");
    }

    @Override
    public List<String> matching(String pattern) {
        return List.of(pattern);
    }

    @Override
    public Path fetch(String path) {
        throw new InputException("The examples of " + id + " have no file " + path);
    }

    @Override
    public Stream<Row> rows(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return read(id + "-" + name.substring(0, name.lastIndexOf('.')).replace("-*", "") + ".jsonl").stream();
    }

    @Override
    public Optional<Path> cacheFolder(DatasetContext context, String name) {
        return Optional.empty();
    }

    private static List<Row> read(String name) {
        List<Row> rows = new ArrayList<>();
        try (InputStream resource = ExampleFiles.class.getResourceAsStream("examples/" + name)) {
            if (resource == null) {
                throw new InputException("The jar of ipw-benchmarks lacks the examples " + name + "; build it again");
            }
            try (RowReader reader = new JsonLinesRows(resource, name)) {
                for (Optional<RowReader.Row> next = reader.next(); next.isPresent(); next = reader.next()) {
                    rows.add(new Row(name, next.get().line(), next.get().fields()));
                }
            }
        } catch (IOException failed) {
            throw new InputException("The examples " + name + " cannot be read: " + failed.getMessage(), failed);
        }
        return rows;
    }
}
