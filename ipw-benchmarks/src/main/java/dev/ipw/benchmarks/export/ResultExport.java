package dev.ipw.benchmarks.export;

import java.io.IOException;
import java.io.Writer;
import java.util.Objects;

/**
 * A writer of one result in the format of others.
 *
 * @param place   where it belongs, as a path in the repository that takes it
 * @param content writes it
 */
public record ResultExport(String place, Content content) {
    /** Rejects nulls. */
    public ResultExport {
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(content, "content");
    }

    /** A writer of the text. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes all of it.
         *
         * @param out where; left open
         * @throws IOException if it cannot be written
         */
        void write(Writer out) throws IOException;
    }

    /** Keeps a text that is made. */
    static ResultExport of(String place, String text) {
        return new ResultExport(place, out -> out.write(text));
    }
}
