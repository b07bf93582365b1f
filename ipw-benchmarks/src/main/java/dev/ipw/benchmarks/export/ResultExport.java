package dev.ipw.benchmarks.export;

import java.io.IOException;
import java.io.Writer;

/**
 * An export of one result in a published format.
 *
 * @param place   its path in the repository that takes it
 * @param content the writer of its text
 */
public record ResultExport(String place, Content content) {

    /** A writer of the text. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes all of it.
         *
         * @param out the writer, which stays open
         * @throws IOException if it cannot be written
         */
        void write(Writer out) throws IOException;
    }

    /** Makes an export of a finished text. */
    static ResultExport of(String place, String text) {
        return new ResultExport(place, out -> out.write(text));
    }
}
