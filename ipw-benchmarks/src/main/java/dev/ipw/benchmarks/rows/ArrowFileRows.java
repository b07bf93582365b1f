package dev.ipw.benchmarks.rows;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.ArrowTableReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A reader of Arrow tables, as a stream or as a file with a footer. */
record ArrowFileRows(Path file, String name, ArrowTableReader table) implements RowSource {
    static ArrowFileRows open(Path file, String name) {
        try {
            return new ArrowFileRows(file, name, ArrowTableReader.openForeign(file));
        } catch (InputException wrong) {
            throw named(file, name, wrong);
        }
    }

    @Override
    public Optional<Map<String, @Nullable Object>> next() {
        try {
            return table.rows().hasNext() ? Optional.of(table.rows().next()) : Optional.empty();
        } catch (InputException wrong) {
            throw named(file, name, wrong);
        }
    }

    /**
     * Adds the name of the file to an error. The file's own name may be its checksum, which means nothing to the reader
     * of a message.
     */
    private static InputException named(Path file, String name, InputException wrong) {
        return new InputException(String.valueOf(wrong.getMessage()).replace(file.toString(), name), wrong);
    }

    @Override
    public void close() {
        try {
            table.close();
        } catch (IllegalStateException damaged) {
            // Arrow counts its open buffers, and after a damaged batch it finds that the count is wrong.
            throw new InputException(name + " is damaged; download or copy it again", damaged);
        }
    }
}
